import type { Database } from '../database.ts'
import { responseId } from '../ids.ts'
import { transact } from '../one-database/transaction.ts'
import type { Answer } from '../schemas/submissions.ts'

/** An answer that was given at the time `at`, epoch ms. */
interface GivenAnswer {
  readonly slot: { readonly fieldId: string; readonly occurrence: number }
  readonly answer: Answer
  readonly at: number
}

/** Saves an answer with those that its change has set: all or none. */
export const keepChange = (
  db: Pick<Database, 'form_responses'>,
  draftId: string,
  answers: readonly GivenAnswer[],
): Promise<void> =>
  transact(async transaction => {
    for (const { slot, answer, at } of answers) {
      const { fieldId, occurrence } = slot
      await transaction.put(db.form_responses, {
        id: responseId(draftId, fieldId, occurrence),
        submission_id: draftId,
        question_id: fieldId,
        occurrence,
        value: answer,
        updated_at: at,
      })
    }
  })
