import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FieldMore } from '../../replication/wire/forms.ts'
import { parseMore } from '../form/definition/field-more.ts'
import { chosenListOf } from '../form/logic/option-rows.ts'

/** A question whose options are the cases of a list. */
export interface Chooser {
  readonly fieldId: string
  readonly list: string
  /** The column of the list that is the answer; `name` is the case's id. */
  readonly column: string
}

/** A property of the cases of a list, and the question that it is saved from. */
export interface SavedProperty {
  readonly list: string
  readonly property: string
  readonly question: FormQuestionDoc
}

/** What a version of a form has to do with cases. */
export interface CaseUse {
  /** The lists that its interviews register cases of or visit; in a repeat too. */
  readonly kept: readonly string[]
  /** Those of them that its interviews register cases of. */
  readonly registered: readonly string[]
  /** The questions that choose one case, outside of repeats. */
  readonly choosers: readonly Chooser[]
  /** In the form's order. */
  readonly saved: readonly SavedProperty[]
}

/** Most fields have nothing to do with cases, and are not parsed. */
const mayUse = ({ logic = '' }: Pick<FormQuestionDoc, 'logic'>): boolean =>
  logic.includes('"case"') || logic.includes('$list.')

/** Reads from the fields of a version what its interviews do with cases. */
export const caseUseOf = (questions: readonly FormQuestionDoc[]): CaseUse => {
  const questionById = new Map(questions.map(question => [question.field_id, question]))
  const using = questions
    .filter(mayUse)
    .map(question => ({ question, more: parseMore(question.logic) }))
  const blocks = using.flatMap(({ more }) => more.case ?? [])
  const registering = using.filter(({ more }) => makesIds(more))
  return {
    registered: registering.flatMap(({ more }) => more.case?.list ?? []),
    kept: [...new Set(blocks.map(({ list }) => list))],
    choosers: using.flatMap(({ question: { field_id, multiple }, more }) => {
      const list = chosenListOf(more)
      return list === null || multiple || more.section_repeat !== undefined
        ? []
        : [{ fieldId: field_id, list, column: more.options_from?.value ?? '' }]
    }),
    saved: blocks.flatMap(({ list, values }) =>
      Object.entries(values).flatMap(([property, fieldId]) => {
        const question = questionById.get(fieldId)
        return question === undefined ? [] : [{ list, property, question }]
      }),
    ),
  }
}

/** Whether the answer of a field is a new id, and not that of a case that is there. */
const makesIds = ({ calculate }: FieldMore): boolean =>
  JSON.stringify(calculate ?? '').includes('$uuid')
