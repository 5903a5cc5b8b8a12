import type { Database } from '../../../../collections/database.ts'
import { answerKey } from '../../../../collections/ids.ts'
import { visibleSubmissions } from '../../../../collections/queries.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { readSetting } from '../../../../collections/writes/write-settings.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { copiedAnswers } from './copied-answers.ts'

/**
 * The answers that the surveyor holds for new interviews of a form, by answer key, from the form's last submission.
 * Settings store only which fields are held, because settings are not sealed and answers are.
 */
export const heldAnswers = async (
  db: Database,
  form: CompiledForm,
): Promise<Readonly<Record<string, Answer>>> => {
  const held = new Set((await readSetting(db, 'heldFields'))[form.id]?.map(id => answerKey(id)))
  if (held.size === 0) return {}
  const [last] = await visibleSubmissions({ formId: form.id }, 1).build(db.submissions).exec()
  if (last === undefined) return {}
  const copied = await copiedAnswers(db, last.id, form)
  return Object.fromEntries(Object.entries(copied).filter(([key]) => held.has(key)))
}
