import type { Database } from '../../../../collections/database.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import { chosenListOf } from '../../../form/logic/option-rows.ts'
import { readAnswers } from '../interview/follow-draft.ts'

/** The question of a form that chooses a case, and the answer that is the case. */
export interface CaseChoice {
  readonly field: CompiledField
  readonly answer: string
}

/** How a form chooses a case; null when the device has no such case, or the form no such question outside of repeats. */
export const caseChoiceOf = async (
  db: Database,
  { template, fields }: CompiledForm,
  caseId: string,
): Promise<CaseChoice | null> => {
  const found = await db.cases.findOne(caseId).exec()
  if (found === null) return null
  const { list } = found
  const field = fields.find(
    one => one.repeatId === null && !one.multiple && chosenListOf(one.logic) === list,
  )
  if (field === undefined) return null
  const column = field.logic?.options_from?.value ?? ''
  const row = template.lists.get(list)?.find(one => one['name'] === caseId)
  return { field, answer: column === 'name' ? caseId : (row?.[column] ?? caseId) }
}

/** The unfinished interview of a form in which a case is chosen; null without one. */
export const draftAbout = async (
  db: Database,
  drafts: readonly DraftDoc[],
  { field, answer }: CaseChoice,
): Promise<string | null> => {
  for (const { id } of drafts) {
    const answers = await readAnswers(db, id)
    const isAbout = answers.some(
      ({ question_id, value }) => question_id === field.fieldId && value === answer,
    )
    if (isAbout) return id
  }
  return null
}

/** The label of the case that an answer to one of these fields chooses; '' without one. */
export const chosenLabel = (
  { template }: CompiledForm,
  fields: readonly CompiledField[],
  answerOf: (field: CompiledField) => Answer,
): string => {
  const kept = new Set(template.fields.flatMap(({ logic }) => logic?.case?.list ?? []))
  for (const field of fields) {
    const list = chosenListOf(field.logic)
    const from = field.logic?.options_from
    if (list === null || from === undefined || !kept.has(list)) continue
    const answer = answerOf(field)
    const row = template.lists.get(list)?.find(one => one[from.value] === answer)
    if (row !== undefined) return row['label'] ?? ''
  }
  return ''
}
