import { planForgetting } from './write-bin.ts'
import { planOwn, planDetaching } from './detach-edit.ts'
import { refusedInterview } from '../interview/refusals.ts'
import { isSubmitted, findSubmitted } from '../interview/plan-move.ts'
import type { Database } from '../database.ts'
import { answerBehind, answersOf, unfinishedInterviews } from '../queries.ts'
import { transact } from '../one-database/transaction.ts'
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
    const submission = await findSubmitted(db, draft.submit_as || draft.id)
    if (submission !== null) {
      await finishSubmitted(db, draft.toMutableJSON(), submission.submittedAt, now)
    }
  }
}

/** Makes an edit that was begun after its submission had ended an interview of its own. */
const finishDetaching = (
  db: Database,
  submissionId: string,
  draftId: string,
  now: number,
): Promise<void> =>
  transact(async transaction => {
    const stored = await transaction.stored(db.submissions, submissionId)
    if (stored === null || isSubmitted(stored)) return
    if (refusedInterview(stored) !== null) return
    if (stored._deleted || stored.state === 'refused') await planOwn(transaction, db, draftId, now)
    else {
      await planDetaching(transaction, db, stored, now)
      // Its files are the draft's now.
      await planForgetting(transaction, db, submissionId, 'submitted')
    }
  })

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
