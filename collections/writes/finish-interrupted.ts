import type { Database } from '../database.ts'
import { binnedSubmission } from '../schemas/bin.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import { answerKey } from '../ids.ts'
import { answersOf, unfinishedInterviews } from '../queries.ts'
import { transact } from '../one-database/transaction.ts'
import { makeOwn, planDetaching } from './detach-edit.ts'
import { keepAnswer, removeDraft, startEditDraft } from './write-interview.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'

/**
 * Finishes at the start what a crash interrupted between the commit point of an interview and the removal of its
 * draft. Answers typed after the commit become an edit, so that none is lost.
 */
export const finishInterrupted = async (db: Database, now: number): Promise<void> => {
  const drafts = await unfinishedInterviews(undefined, 10_000).build(db.drafts).exec()
  for (const draft of drafts) {
    if (draft.submission_id !== '') {
      await finishDetaching(db, draft.submission_id, draft.id, now)
      continue
    }
    const submission = await db.submissions.findOne(draft.submit_as || draft.id).exec()
    if (submission !== null) {
      await finishSubmitted(db, draft.toMutableJSON(), submission.toJSON() as SubmissionDoc, now)
    }
  }
}

/**
 * Continues an interrupted detaching: the edit's submission is gone from this device, and the edit becomes an
 * interview of its own.
 */
const finishDetaching = async (
  db: Database,
  submissionId: string,
  draftId: string,
  now: number,
): Promise<void> => {
  const [stored] = await db.submissions.storageInstance.findDocumentsById([submissionId], true)
  if (stored === undefined || !stored._deleted) return
  if ((await db.recovery.findOne(submissionId).exec()) !== null) return
  const binned = (await db.bin.findOne(submissionId).exec())?.toMutableJSON()
  if (binned === undefined) await makeOwn(db, draftId, now)
  else {
    const submission = binnedSubmission(binned)
    await transact(transaction => planDetaching(transaction, db, submission, now))
  }
}

const finishSubmitted = async (
  db: Database,
  draft: DraftDoc,
  submission: SubmissionDoc,
  now: number,
): Promise<void> => {
  const committedAt = Date.parse(submission.submittedAt)
  const answers = await answersOf(draft.id).build(db.form_responses).exec()
  const later = answers.filter(answer => answer.updated_at > committedAt)
  if (later.length > 0) {
    const edit = await startEditDraft(db, submission, now)
    for (const answer of answers) {
      const key = answerKey(answer.question_id, answer.occurrence)
      const value = later.includes(answer) ? answer.toMutableJSON().value : submission.answers[key]
      if (value !== undefined) {
        await keepAnswer(db, edit.id, answer.question_id, value, now, answer.occurrence)
      }
    }
  }
  await removeDraft(db, draft.id)
}
