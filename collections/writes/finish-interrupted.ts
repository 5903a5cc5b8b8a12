import type { Database } from '../database.ts'
import { binnedSubmission } from '../schemas/bin.ts'
import { answerBehind, answersOf, unfinishedInterviews } from '../queries.ts'
import { transact } from '../one-database/transaction.ts'
import { makeOwn, planDetaching } from './detach-edit.ts'
import { keepLateAnswers, planDraftRemoval, planLateAnswers } from './end-draft.ts'
import type { DraftDoc } from '../schemas/drafts.ts'

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
      await finishSubmitted(db, draft.toMutableJSON(), submission.submittedAt, now)
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
    await transact(async transaction => {
      await planDetaching(transaction, db, submission, now)
      // Its files are the draft's now.
      await transaction.remove(db.bin, submissionId)
    })
  }
}

const finishSubmitted = (
  db: Database,
  draft: DraftDoc,
  submittedAt: string,
  now: number,
): Promise<void> =>
  transact(async transaction => {
    const committedAt = Date.parse(submittedAt)
    const answers = await transaction.find(db.form_responses, answersOf(draft.id))
    const read = answers.filter(({ updated_at }) => updated_at <= committedAt)
    const late = await planDraftRemoval(transaction, db, draft.id, read)
    await planLateAnswers(transaction, db, draft, late, now)
  })

/** Finishes what a tab left that stored answers for a draft after its end, and died before it made them an edit. */
export const finishLateAnswers = async (db: Database, now: number): Promise<void> => {
  // One answer of each interview, because a long draft has hundreds and each is unsealed.
  for (
    let owner = await ownerBehind(db, '');
    owner !== null;
    owner = await ownerBehind(db, owner)
  ) {
    const [draft] = await db.drafts.storageInstance.findDocumentsById([owner], true)
    if (draft?._deleted === true) await keepLateAnswers(db, draft, now)
  }
}

const ownerBehind = async (db: Database, interviewId: string): Promise<string | null> => {
  const [answer] = await answerBehind(interviewId).build(db.form_responses).exec()
  return answer?.submission_id ?? null
}
