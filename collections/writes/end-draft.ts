import { isSubmitted } from '../interview/plan-move.ts'
import { refusedInterview } from '../interview/refusals.ts'
import type { Database } from '../database.ts'
import { answerAt, answerKey, editDraftId, isMark, responseId, takenFileOf } from '../ids.ts'
import { canonical } from '../operation-log.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { answersOf, filesOf, submissionByServerId } from '../queries.ts'
import type { DraftDoc } from '../schemas/drafts.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { removeUnnamedFiles } from './file-owners.ts'
import { editDraftOf } from './write-interview.ts'

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
  const late: FormResponseDoc[] = []
  for (const answer of await transaction.find(db.form_responses, answersOf(draftId))) {
    const { id } = answer
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

/** Where the work of a draft is after it ended. */
export type EndedAs =
  | { readonly kind: 'submission'; readonly submission: SubmissionDoc }
  | { readonly kind: 'recovery'; readonly submission: SubmissionDoc }

/**
 * Finds what a draft has become, on the device or in Recovery; null when it was discarded. A tab may remember other ids
 * than the draft had in the end, because the submission of an edit may be deleted elsewhere.
 */
export const endedAs = async (
  transaction: Transaction,
  db: Database,
  draft: DraftDoc,
): Promise<EndedAs | null> => {
  const { submission_id, submit_as, arrived_as, id } =
    (await transaction.stored(db.drafts, draft.id)) ?? draft
  const rows = arrived_as
    ? await transaction.find(db.submissions, submissionByServerId(arrived_as))
    : []
  for (const each of [submission_id, submit_as, ...rows.map(row => row.id), id]) {
    if (!each) continue
    const submission = await transaction.stored(db.submissions, each)
    if (isSubmitted(submission)) return { kind: 'submission', submission }
    if (submission !== null && refusedInterview(submission) !== null)
      return { kind: 'recovery', submission }
  }
  return null
}

/** Finds what a draft that no longer exists has become; null while it lives, and when it was discarded or never was. */
export const endOf = (db: Database, draftId: string): Promise<EndedAs | null> =>
  transact(async transaction => {
    const draft = await transaction.stored(db.drafts, draftId)
    // One that lives may have a row that has arrived already.
    return draft?._deleted === true ? endedAs(transaction, db, draft) : null
  })

/**
 * Plans to turn late answers, if there are any, into an edit of what their draft has become. If that is in Recovery, the
 * edit returns with it. Of two answers to one field the later wins. The answers of an interview that was discarded stay
 * gone.
 */
export const planLateAnswers = async (
  transaction: Transaction,
  db: Database,
  draft: DraftDoc,
  late: readonly FormResponseDoc[],
  now: number,
): Promise<void> => {
  const ended = late.length === 0 ? null : await endedAs(transaction, db, draft)
  if (ended === null) return
  const { submission } = ended
  const submission_id = editDraftId(submission.id)
  let isEdited = false
  for (const answer of late) {
    const id = responseId(submission_id, answer.question_id, answer.occurrence)
    const open = await transaction.read(db.form_responses, id)
    const isNew = open === null ? differs(submission, answer) : open.updated_at < answer.updated_at
    if (!isNew) continue
    await transaction.put(db.form_responses, { ...answer, id, submission_id })
    isEdited = true
  }
  if (isEdited) await transaction.insert(db.drafts, editDraftOf(submission, now))
}

/** Whether an answer changes a submission. The mark of an occurrence always does, because an empty one is a removal. */
const differs = (
  { answers }: SubmissionDoc,
  { question_id, occurrence, value }: FormResponseDoc,
): boolean =>
  (isMark(question_id) && takenFileOf(question_id) === null) ||
  canonical(value) !== canonical(answerAt(answers, answerKey(question_id, occurrence)) ?? '')

/** Turns what was stored for a draft after its submission had been written into an edit. */
export const keepLateAnswers = (db: Database, draft: DraftDoc, now: number): Promise<void> =>
  transact(async transaction => {
    if ((await transaction.read(db.drafts, draft.id)) !== null) return
    const late = await planDraftRemoval(transaction, db, draft.id, [])
    await planLateAnswers(transaction, db, draft, late, now)
  })
