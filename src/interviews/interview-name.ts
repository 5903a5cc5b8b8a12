import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { answerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { common } from '../messages/app/common.ts'
import { isMasked } from '../form/types/field-type.ts'
import { parseMore } from '../form/definition/field-more.ts'

/** The properties of a field that decide whether its answer names an interview. */
export interface NamingField extends Pick<FormQuestionDoc, 'field_id' | 'type'> {
  /** The form itself says that this field names an interview. */
  readonly isName?: boolean
  /** What every new interview has in it: a text, or null for one that a rule makes; absent for nothing. */
  readonly begins?: string | null
}

/** The fields that may name an interview: all except unseen calculations, such as its start. */
export const namingFieldsOf = (
  questions: readonly Pick<FormQuestionDoc, 'field_id' | 'type' | 'logic'>[],
): readonly NamingField[] =>
  questions.flatMap(({ field_id, type, logic }) => {
    const more = parseMore(logic)
    const { calculate, show_calculation: isShown, names_interview: isName } = more
    if (isMasked(more)) return []
    if (isName === true) return { field_id, type, isName }
    const field = { field_id, type, ...beginningOf(more.default_value) }
    return calculate === undefined || isShown === true ? field : []
  })

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

/**
 * An interview's name: the one that its form gives it, else its first text answers. Takes the fields in the form's
 * order and the answers by answer key; '' when it has none.
 */
export const interviewName = (
  answers: Readonly<Record<string, Answer>>,
  fields: readonly NamingField[],
): string => {
  const own = fields.find(({ isName }) => isName === true)
  const [ownName] =
    own === undefined ? [] : textOf(answers[answerKey(own.field_id)], mostOwnCharacters)
  // Before its parts are answered, such a name has only the characters between them.
  if (ownName !== undefined && /[\p{L}\p{N}]/u.test(ownName)) return ownName
  const others = fields.filter(field => field.isName !== true)
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
