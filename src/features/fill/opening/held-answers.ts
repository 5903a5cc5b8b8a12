import type { Database } from '../../../../collections/database.ts'
import { answerKey } from '../../../../collections/ids.ts'
import { refusedInterview } from '../../../../collections/interview/refusals.ts'
import { refusedSubmissions, visibleSubmissions } from '../../../../collections/queries.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { readSetting } from '../../../../collections/writes/write-settings.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { copiesOf } from './copied-answers.ts'

/**
 * The answers that the surveyor holds for new interviews of a form, by answer key, from the form's last interview.
 * Settings store only which fields are held, because settings are not sealed and answers are.
 */
export const heldAnswers = async (
  db: Database,
  form: CompiledForm,
): Promise<Readonly<Record<string, Answer>>> => {
  const held = new Set((await readSetting(db, 'heldFields'))[form.id]?.map(id => answerKey(id)))
  if (held.size === 0) return {}
  const copied = copiesOf((await lastInterview(db, form.id))?.answers ?? {}, form)
  return Object.fromEntries(Object.entries(copied).filter(([key]) => held.has(key)))
}

/** The answers of a form's last interview, by answer key, if its rules read some of them. */
export const lastAnswers = async (
  db: Database,
  { id, logic }: CompiledForm,
): Promise<Readonly<Record<string, Answer>>> =>
  logic === null || logic.lastFields.length === 0
    ? {}
    : ((await lastInterview(db, id))?.answers ?? {})

type Interviewed = Pick<SubmissionDoc, 'answers' | 'created_at'>

/** The last submitted interview of a form, also if the server refused it. */
const lastInterview = async (db: Database, formId: string): Promise<Interviewed | undefined> => {
  const [sent] = await visibleSubmissions({ formId }, 1).build(db.submissions).exec()
  const refused = (await refusedSubmissions().build(db.submissions).exec())
    .map(doc => doc.toMutableJSON() as SubmissionDoc)
    .filter(doc => doc.form_id === formId && refusedInterview(doc) !== null)
  const all: Interviewed[] = [...refused, ...(sent === undefined ? [] : [sent])]
  return all.sort((one, other) => one.created_at.localeCompare(other.created_at)).at(-1)
}
