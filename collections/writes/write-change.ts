import type { Database } from '../database.ts'
import { transact } from '../one-database/transaction.ts'
import type { Answer } from '../schemas/submissions.ts'
import { toResponse } from './write-interview.ts'

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
      await transaction.put(db.form_responses, toResponse(draftId, slot, answer, at))
    }
  })
