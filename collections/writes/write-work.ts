import type { RxDocumentData } from 'rxdb'
import type { Database } from '../database.ts'
import { answerAt, answerKey, isMark, marked, takenFileOf } from '../ids.ts'
import { draftOf, type DraftDoc } from '../interview/drafts.ts'
import { withNotes } from '../interview/logged.ts'
import { isRefused, isSubmitted, planMove } from '../interview/plan-move.ts'
import { asEnded, refusedInterview } from '../interview/refusals.ts'
import { canonical } from '../operation-log.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { answerBehind, answersOf, filesOf } from '../queries.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { namesOf, removeUnnamedFiles } from './file-owners.ts'
import { planDetaching } from './detach-edit.ts'
import { editOf, planWork } from './write-interview.ts'

/** How the edit of an interview begins, and how work on an interview ends: later answers become work again. */

/**
 * Starts the edit of a submission, or continues the one there is. If the submission is gone since the tab read it, it
 * becomes an interview of its own.
 */
export const startEditDraft = (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<DraftDoc> =>
  transact(async transaction => {
    const { id } = submission
    const begun = await transaction.read(db.submissions, id)
    if (begun?.work === undefined) {
      await planMove(transaction, db, id, 'worked', async stored =>
        stored === null || !mayBeEdited(stored)
          ? planDetaching(transaction, db, isBinned(stored) ? stored : submission, now)
          : withNotes(stored, { work: editOf(stored, now) }),
      )
    }
    const stored = await transaction.read(db.submissions, id)
    const draft = stored === null ? null : draftOf(stored)
    if (draft === null) throw new Error('An edit was not begun.')
    return draft
  })

/** Whether a document has an interview that an edit may change: one of the lists, or a refused one. */
const mayBeEdited = (stored: SubmissionDoc): boolean =>
  isSubmitted(stored as RxDocumentData<SubmissionDoc>) || refusedInterview(stored) !== null

const isBinned = (
  stored: RxDocumentData<SubmissionDoc> | null,
): stored is RxDocumentData<SubmissionDoc> =>
  stored !== null && !stored._deleted && stored.state === 'binned'

/** Discards an unfinished interview, or the unfinished edit of a submission, at the surveyor's request. */
export const discardDraft = async (db: Database, id: string): Promise<void> => {
  const files = await filesOf(id).build(db.file_uploads).exec()
  await transact(async transaction => {
    for (const answer of await transaction.find(db.form_responses, answersOf(id))) {
      await transaction.remove(db.form_responses, answer.id)
    }
    const stored = await transaction.read(db.submissions, id)
    if (stored?.state !== 'open') await planWork(transaction, db, id, 'discarded', () => undefined)
    else
      await planMove(transaction, db, id, 'discarded', () => ({
        base: asEnded(stored),
        pending: [],
        local: { work: undefined },
      }))
  })
  await removeUnnamedFiles(
    db,
    files.map(file => file.id),
  )
}

/** What a draft has become, in the lists or in Recovery; null while it is open, and when it was discarded. */
export const endedAs = async (
  transaction: Transaction,
  db: Database,
  id: string,
): Promise<RxDocumentData<SubmissionDoc> | null> => {
  const stored = await transaction.stored(db.submissions, id)
  const isEnded = isSubmitted(stored) || (isRefused(stored) && refusedInterview(stored) !== null)
  return isEnded ? stored : null
}

/** Finds what a whole interview has become that is not being filled in any more; null while it is, and for a discarded one. */
export const endOf = (db: Database, id: string): Promise<RxDocumentData<SubmissionDoc> | null> =>
  transact(async transaction => {
    const ended = await endedAs(transaction, db, id)
    return ended?.work?.isWhole === true ? null : ended
  })

/**
 * Plans the end of the work on an interview that was submitted with the answers `read`, or with all of them without
 * `read`. What was stored since, and changes it, goes on as an edit. The files that the work took out go, because the next
 * edit would take them for its own.
 */
export const planEndOfWork = async (
  transaction: Transaction,
  db: Database,
  id: string,
  read: readonly FormResponseDoc[] | undefined,
  now: number,
): Promise<void> => {
  const readById = new Map(read?.map(answer => [answer.id, answer.updated_at]))
  const stored = await transaction.read(db.submissions, id)
  let isEdited = false
  for (const answer of await transaction.find(db.form_responses, answersOf(id))) {
    const isLate = read !== undefined && readById.get(answer.id) !== answer.updated_at
    if (isLate && stored !== null && mayBeEdited(stored) && differs(stored, answer)) isEdited = true
    else {
      await transaction.remove(db.form_responses, answer.id)
      await planTakenOut(transaction, db, stored, answer)
    }
  }
  if (isEdited) await planWork(transaction, db, id, 'worked', doc => editOf(doc, now))
  else if (stored?.work !== undefined)
    await planWork(transaction, db, id, 'discarded', () => undefined)
}

/** Plans to remove the file that an answer marks as taken out, unless the interview or a refusal of it names the file. */
const planTakenOut = async (
  transaction: Transaction,
  db: Database,
  interview: SubmissionDoc | null,
  { question_id, submission_id, value }: FormResponseDoc,
): Promise<void> => {
  const fileId = value === marked ? takenFileOf(question_id) : null
  if (fileId === null || interview === null || namesOf(interview).has(fileId)) return
  const file = await transaction.read(db.file_uploads, fileId)
  if (file?.submission_id === submission_id) await transaction.remove(db.file_uploads, fileId)
}

/** Whether an answer changes an interview. The mark of an occurrence always does, because an empty one is a removal. */
const differs = (
  { answers }: SubmissionDoc,
  { question_id, occurrence, value }: FormResponseDoc,
): boolean =>
  (isMark(question_id) && takenFileOf(question_id) === null) ||
  canonical(value) !== canonical(answerAt(answers, answerKey(question_id, occurrence)) ?? '')

/** Turns what was stored for an interview after its submission into an edit. That of a discarded one stays gone. */
export const keepLateAnswers = (db: Database, id: string, now: number): Promise<void> =>
  transact(transaction => planLateAnswers(transaction, db, id, now))

/** Plans the same. Answers without any document stay, because the browser may have deleted it with its storage. */
export const planLateAnswers = async (
  transaction: Transaction,
  db: Database,
  id: string,
  now: number,
): Promise<void> => {
  const stored = await transaction.stored(db.submissions, id)
  if (stored !== null && stored.work === undefined)
    await planEndOfWork(transaction, db, id, [], now)
}

/** Finishes what a tab left that stored answers for an interview after its submission, and died before it made an edit. */
export const finishLateAnswers = async (db: Database, now: number): Promise<void> => {
  // One answer of each interview, because a long one has hundreds and each is unsealed.
  for (
    let owner = await ownerBehind(db, '');
    owner !== null;
    owner = await ownerBehind(db, owner)
  ) {
    await keepLateAnswers(db, owner, now)
  }
}

const ownerBehind = async (db: Database, interviewId: string): Promise<string | null> => {
  const [answer] = await answerBehind(interviewId).build(db.form_responses).exec()
  return answer?.submission_id ?? null
}
