import { operationsOf, type CaseBlock } from '../../../collections/cases/interviewed.ts'
import type { CaseChange } from '../../../collections/cases/operation.ts'
import type { Query } from '../../db/db.ts'
import { storableText } from '../../db/storable.ts'
import { addInterview, replaceInterview } from '../../store/cases/operations.ts'
import type { FormStateRow } from '../../store/forms.ts'
import type { StoredAnswer, SubmissionRecord } from '../../store/submissions.ts'

/** What the operations of an interview are derived from. */
type Interview = Pick<
  SubmissionRecord,
  'id' | 'form_id' | 'client_key' | 'sent_created_at' | 'answers'
>

const blocksOf = ({ filled_sections, sections }: FormStateRow): readonly CaseBlock[] =>
  (filled_sections ?? sections).flatMap(({ fields }) =>
    fields.flatMap(({ id, case: of }) => (of === undefined ? [] : [{ fieldId: id, ...of }])),
  )

/** An answer as a text, with several values separated by spaces. */
const plainOf = ({ form_field_id: fieldId, occurrence, value, is_list }: StoredAnswer) => ({
  fieldId,
  occurrence,
  value: is_list ? joined(value) : value,
})

const joined = (list: string): string => {
  try {
    const values: unknown = JSON.parse(list)
    return Array.isArray(values) ? values.join(' ') : list
  } catch {
    return list
  }
}

const changesOf = (form: FormStateRow, interview: Interview): readonly CaseChange[] => {
  const changes = operationsOf(blocksOf(form), interview.answers.map(plainOf), {
    key: interview.client_key ?? interview.id,
    at: interview.sent_created_at,
    // The author's name is read from the user's row.
    by: '',
    form_id: interview.form_id,
    submission_id: interview.id,
  })
  return changes.map(change => ({ ...change, operation: storable(change.operation) }))
}

/** What it had seen is a JSON text within an answer, in which characters that are not storable may be escaped. */
const storable = (operation: CaseChange['operation']): CaseChange['operation'] => ({
  ...operation,
  seen: { ...operation.seen, heads: operation.seen.heads.map(storableText) },
})

/** Stores what a new interview says of cases, in its transaction. A form without cases costs no statement. */
export const keepCases = async (
  query: Query,
  userId: string,
  form: FormStateRow,
  interview: Interview,
): Promise<void> => {
  if (!form.has_cases) return
  await addInterview(query, { userId, submissionId: interview.id }, changesOf(form, interview))
}

/** Replaces what an edited interview says of cases, in its transaction. */
export const replaceCases = async (
  query: Query,
  userId: string,
  form: FormStateRow | null,
  interview: Interview,
): Promise<void> => {
  if (form === null || !form.has_cases) return
  await replaceInterview(query, { userId, submissionId: interview.id }, changesOf(form, interview))
}

/** Takes back what a deleted interview says of cases, in its transaction. */
export const retractCases = async (
  query: Query,
  userId: string,
  { id, has_cases }: SubmissionRecord,
): Promise<void> => {
  if (has_cases) await replaceInterview(query, { userId, submissionId: id }, [])
}
