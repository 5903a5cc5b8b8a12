import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { caseFieldId } from '../../collections/cases/interviewed.ts'
import { answerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import type { FieldMore } from '../../replication/wire/forms.ts'
import { common } from '../messages/app/common.ts'
import { isMasked } from '../form/types/field-type.ts'
import { parseMore } from '../form/definition/field-more.ts'
import { chosenListOf } from '../form/logic/option-rows.ts'

/** The properties of a field that decide whether its answer names an interview. */
export interface NamingField extends Pick<FormQuestionDoc, 'field_id' | 'type'> {
  /** The form itself says that this field names an interview, or registers a case by it. */
  readonly isName?: boolean
  /** Its answer is the id of the case that names an interview which has no name of its own. */
  readonly isCase?: boolean
  /** What every new interview has in it: a text, or null for one that a rule makes; absent for nothing. */
  readonly begins?: string | null
}

/** The fields that may name an interview: all except unseen calculations, such as its start. */
export const namingFieldsOf = (
  questions: readonly Pick<FormQuestionDoc, 'field_id' | 'type' | 'logic'>[],
): readonly NamingField[] => {
  const read = questions.map(({ field_id, type, logic }) => ({
    field_id,
    type,
    more: parseMore(logic),
  }))
  const hasOwn = read.some(({ more }) => more.names_interview === true)
  const about = hasOwn ? undefined : read.find(({ more }) => more.case && !isRepeated(more))
  const labelId = about && caseFieldId(about.field_id, 'label')
  return read.flatMap(({ field_id, type, more }) => {
    const { calculate, show_calculation: isShown, names_interview: isName } = more
    if (isMasked(more)) return []
    if (isName === true || field_id === labelId) return { field_id, type, isName: true }
    const isCase = about !== undefined && (field_id === about.field_id || chooses(more, about.more))
    if (isCase) return { field_id, type, isCase }
    const field = { field_id, type, ...beginningOf(more.default_value) }
    return calculate === undefined || isShown === true ? field : []
  })
}

const isRepeated = ({ section_repeat }: FieldMore): boolean => section_repeat !== undefined

/** Whether the options of a field are the ids of the cases that another one is about. */
const chooses = (more: FieldMore, about: FieldMore): boolean =>
  more.options_from?.value === 'name' &&
  !isRepeated(more) &&
  chosenListOf(more) === about.case?.list

const beginningOf = (rule: unknown): Pick<NamingField, 'begins'> => {
  if (rule === undefined || rule === null || rule === '') return {}
  return { begins: typeof rule === 'object' ? null : String(rule) }
}

/** Field types by how well their answers identify an interview: words first, numbers only if there are no words. */
const naming: readonly ReadonlySet<string>[] = [
  new Set(['TEXT']),
  new Set(['TEXTAREA', 'EMAIL', 'TEL', 'NUMBER', 'DATE']),
]

/** Two answers, because the first one is often the same for neighbours, such as the village. */
const namedBy = 2
const mostCharacters = 40
/** The length limit of a name that the form itself makes; a longer one, because nothing is added to it. */
const mostOwnCharacters = 80

/** The id of the case that an interview is about; '' for none, and where the form gives interviews names of its own. */
export const namingCase = (
  answers: Readonly<Record<string, Answer>>,
  fields: readonly NamingField[],
): string => {
  const ids = fields
    .filter(({ isCase }) => isCase === true)
    .map(({ field_id }) => answers[answerKey(field_id)])
  return ids.find((id): id is string => typeof id === 'string' && id !== '') ?? ''
}

/**
 * An interview's name: the one that its form gives it, else that of its case, else its first text answers. Takes the
 * fields in the form's order, the answers by answer key and the name of the case, '' for none; '' when it has none.
 */
export const interviewName = (
  answers: Readonly<Record<string, Answer>>,
  fields: readonly NamingField[],
  caseLabel = '',
): string => {
  const own = fields.find(({ isName }) => isName === true)
  const [ownName] =
    own === undefined ? [] : textOf(answers[answerKey(own.field_id)], mostOwnCharacters)
  // Before its parts are answered, such a name has only the characters between them.
  if (ownName !== undefined && /[\p{L}\p{N}]/u.test(ownName)) return ownName
  const [caseName] = textOf(caseLabel, mostOwnCharacters)
  if (caseName !== undefined) return caseName
  const others = fields.filter(field => field.isName !== true && field.isCase !== true)
  // What a rule has made, such as the surveyor's name, is often the same in every interview.
  const groups = [others.filter(({ begins }) => begins !== null), others]
  for (const group of groups) {
    for (const types of naming) {
      const texts = group
        .filter(({ type }) => types.has(type))
        .flatMap(field => givenText(field, answers[answerKey(field.field_id)]))
        .slice(0, namedBy)
      if (texts.length > 0) return texts.join(common.comma)
    }
  }
  return ''
}

/** An answer that somebody gave, and not the one that every new interview has. */
const givenText = ({ begins }: NamingField, answer: Answer | undefined): readonly string[] =>
  typeof answer === 'string' && answer.trim() === begins?.trim()
    ? []
    : textOf(answer, mostCharacters)

const textOf = (answer: Answer | undefined, most: number): readonly string[] => {
  if (typeof answer !== 'string') return []
  const text = answer.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  const letters = [...text]
  return [letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text]
}
