import type { Database } from '../database.ts'
import { answerKey, editDraftId } from '../ids.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { answersOf, filesOf } from '../queries.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import { payloadOf, type RecoveryDoc } from '../schemas/recovery.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { removeUnnamedFiles } from './file-owners.ts'
import { editDraftOf, planAnswers } from './write-interview.ts'

/** How a draft ends. Answers that are stored after it was read to be submitted become an edit, so that none is lost. */

/** Deletes an unfinished interview at the surveyor's request. */
export const discardDraft = async (db: Database, draftId: string): Promise<void> => {
  const files = await filesOf(draftId).build(db.file_uploads).exec()
  await removeDraft(db, draftId)
  // An earlier edit of the same submission may have attached some of them.
  await removeUnnamedFiles(
    db,
    files.map(({ id }) => id),
  )
}

/**
 * Plans to remove a draft that became a submission. Its files stay because the submission names them. Returns the
 * answers that were stored after the submission was made from `read`; without `read` none.
 */
export const planDraftRemoval = async (
  transaction: Transaction,
  db: Database,
  draftId: string,
  read?: readonly FormResponseDoc[],
): Promise<readonly FormResponseDoc[]> => {
  const readById = new Map(read?.map(answer => [answer.id, answer.updated_at]))
  const answers = await answersOf(draftId).build(db.form_responses).exec()
  await transaction.ahead(
    db.form_responses,
    answers.map(({ id }) => id),
  )
  const late: FormResponseDoc[] = []
  for (const { id } of answers) {
    const answer = await transaction.read(db.form_responses, id)
    if (answer === null) continue
    if (read !== undefined && readById.get(id) !== answer.updated_at) late.push(answer)
    await transaction.remove(db.form_responses, id)
  }
  await transaction.remove(db.drafts, draftId)
  return late
}

/** Removes a draft that became a submission. */
export const removeDraft = (db: Database, draftId: string): Promise<void> =>
  transact(async transaction => {
    await planDraftRemoval(transaction, db, draftId)
  })

/**
 * Plans to turn late answers, if there are any, into an edit of the submission, if that is on the device or in Recovery,
 * from where the edit returns with it.
 */
export const planLateAnswers = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  late: readonly FormResponseDoc[],
  now: number,
): Promise<void> => {
  if (late.length === 0) return
  const submission =
    (await transaction.read(db.submissions, submissionId)) ??
    refusedIn(await transaction.read(db.recovery, submissionId))
  if (submission === null) return
  const answers = late.map(({ question_id, occurrence, value }) => [
    answerKey(question_id, occurrence),
    value,
  ])
  await transaction.insert(db.drafts, editDraftOf(submission, now))
  await planAnswers(transaction, db, editDraftId(submissionId), Object.fromEntries(answers), now)
}

const refusedIn = (entry: RecoveryDoc | null): SubmissionDoc | null =>
  entry === null ? null : payloadOf(entry).submission

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
    const late = await planDraftRemoval(transaction, db, draft.id, [])
    const submissionId = draft.submission_id || draft.submit_as || draft.id
    await planLateAnswers(transaction, db, submissionId, late, now)
  })
