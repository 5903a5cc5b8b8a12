import type { Database } from '../database.ts'
import { answerKey, editDraftId } from '../ids.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { answersOf } from '../queries.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import { editDraftOf, planAnswers } from './write-interview.ts'

/** Answers that were stored after their draft was read to be submitted become an edit, so that none is lost. */

/** Plans to turn late answers into an edit of the submission; returns whether it is on the device. */
export const planLateAnswers = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  late: readonly FormResponseDoc[],
  now: number,
): Promise<boolean> => {
  const submission = await transaction.read(db.submissions, submissionId)
  if (submission === null) return false
  const answers = late.map(({ question_id, occurrence, value }) => [
    answerKey(question_id, occurrence),
    value,
  ])
  await transaction.insert(db.drafts, editDraftOf(submission, now))
  await planAnswers(transaction, db, editDraftId(submissionId), Object.fromEntries(answers), now)
  return true
}

/**
 * Turns what this tab stored for a draft that another tab had already submitted into an edit. The answers of a draft
 * that was discarded stay gone.
 */
export const keepLateAnswers = (
  db: Database,
  draft: Pick<DraftDoc, 'id' | 'submission_id' | 'submit_as'>,
  now: number,
): Promise<void> =>
  transact(async transaction => {
    if ((await transaction.read(db.drafts, draft.id)) !== null) return
    const found = await answersOf(draft.id).build(db.form_responses).exec()
    const ids = found.map(({ id }) => id)
    await transaction.ahead(db.form_responses, ids)
    const late: FormResponseDoc[] = []
    for (const id of ids) {
      // A query may not know yet what another tab removed.
      const answer = await transaction.read(db.form_responses, id)
      if (answer === null) continue
      late.push(answer)
      await transaction.remove(db.form_responses, id)
    }
    if (late.length === 0) return
    const submissionId = draft.submission_id || draft.submit_as || draft.id
    await planLateAnswers(transaction, db, submissionId, late, now)
  })
