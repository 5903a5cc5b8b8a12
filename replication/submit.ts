import { filter, firstValueFrom, map, merge, Observable, take } from 'rxjs'
import * as v from 'valibot'
import type { Database } from '../collections/database.ts'
import { marked, submissionItemId, takenFileOf } from '../collections/ids.ts'
import { withSeenCases } from '../collections/interview/cases/seen-cases.ts'
import { draftOf, goesOn, type DraftDoc } from '../collections/interview/drafts.ts'
import { repliesIn } from '../collections/interview/review.ts'
import { findSubmitted, isSubmitted, submittedIn } from '../collections/interview/plan-move.ts'
import { payloadOf, refusedInterview, sentBefore } from '../collections/interview/refusals.ts'
import { transact, type Transaction } from '../collections/one-database/transaction.ts'
import { pendingOperations } from '../collections/operation-log.ts'
import type { FileUploadDoc } from '../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../collections/schemas/form-responses.ts'
import type { Answer, SubmissionDoc, Work } from '../collections/schemas/submissions.ts'
import { readSetting } from '../collections/writes/write-settings.ts'
import {
  planEdit,
  planInterview,
  type InterviewContents,
} from '../collections/writes/write-submission.ts'
import { planEndOfWork, planLateAnswers } from '../collections/writes/write-work.ts'
import { planUndoing } from './bin/plan-undoing.ts'
import { planRestoration, type Restored } from './bin/restore-from-bin.ts'
import { planDeletionWithFiles } from './bin/server-files.ts'
import type { SyncEnv } from './env.ts'
import { interactiveTimeoutMs } from './limits.ts'
import { planQueueing } from './outbox/queue.ts'
import { readFieldKinds } from './rows/field-kinds.ts'
import { isAmong, listedFor, removedSent } from './rows/listed-files.ts'
import { isSameAt } from './rows/same-answers.ts'
import { entriesToAnswers } from './rows/row-answers.ts'
import type { Sync } from './sync.ts'
import { SubmissionCreateRequest } from './wire/requests.ts'

/**
 * The state of an interview when Submit stops waiting.
 * submitted: the server has it. saved: there is no network. sending: its request is in flight. unsent: its request
 * failed and will be repeated. recovered: it went to Recovery.
 */
export type SubmitOutcome = 'submitted' | 'saved' | 'sending' | 'unsent' | 'recovered'

/** What submitting needs: the database that it writes, and the sync that it waits for. */
export interface SubmitParts {
  readonly db: Database
  readonly sync: Sync
  readonly env: Pick<SyncEnv, 'clock' | 'network' | 'registerSync'>
}

/**
 * Submits an interview, online and offline in the same way (4.3). One transaction writes the submission, queues it and
 * ends the work on it; once it is durable, nothing can lose the interview, and `stored` is called. Online it also goes first
 * in the outbox, and this waits for it, up to 8 s. Throws when the device cannot write it; the work then stays.
 */
export const submitInterview = async (
  parts: SubmitParts,
  draft: DraftDoc,
  contents: InterviewContents,
  stored = () => Promise.resolve(),
): Promise<SubmitOutcome> => {
  const { db, env } = parts
  const now = env.clock.now()
  const mayGo = env.network.isOnline()
  const { id } = draft
  await transact(async transaction => {
    const read = await planContents({ transaction, db, now }, draft, contents)
    await planQueueing(transaction, db, id, now, { mayGo })
    if (read === 'later') await planLateAnswers(transaction, db, id, now)
    else await planEndOfWork(transaction, db, id, read, now)
  })
  await stored()
  if (mayGo) await untilTried(parts, id)
  const submission = await findSubmitted(db, id)
  if (submission === null || isRefusedSince(submission, now)) return 'recovered'
  const item = await db.outbox.findOne(submissionItemId(id)).exec()
  if (item === null) return pendingOperations(submission.crdts).length > 0 ? 'unsent' : 'submitted'
  env.registerSync()
  if (!mayGo) return 'saved'
  return item.state === 'ready' ? 'sending' : 'unsent'
}

const isRefusedSince = ({ refusals = [] }: SubmissionDoc, time: number): boolean =>
  refusals.some(({ kind, moved_at }) => kind === 'edit' && moved_at >= time)

/** One transaction, and what its parts need. */
interface Step {
  readonly transaction: Transaction
  readonly db: Database
  readonly now: number
}

/**
 * Plans the submission of what was filled in, by what the interview is at that moment. Returns the stored answers that are
 * in it; 'later' when what is stored is later than the submission.
 *
 *   it is in the lists ─┬─ an edit of it ──► an edit
 *                       ├─ the whole interview, whose row has arrived ──► an edit, which keeps what another phone sent
 *                       └─ the whole interview, which another tab has submitted ──► nothing, what is stored is later
 *   it is refused, and was the whole interview ──► the same
 *   it is open, refused, in the bin or gone ──► the interview, under its own id
 */
const planContents = async (
  step: Step,
  draft: DraftDoc,
  given: InterviewContents,
): Promise<InterviewContents['read'] | 'later'> => {
  const { transaction, db, now } = step
  const { read } = given
  const stored = await transaction.stored(db.submissions, draft.id)
  const contents = { ...given, files: await asStored(step, given.files) }
  const isKept = isSubmitted(stored) || (stored !== null && refusedInterview(stored) !== null)
  if (isKept && draft.submission_id === '' && !goesOn(draft, stored.work)) return 'later'
  if (isSubmitted(stored)) await planEditOf(step, stored, contents)
  else {
    const open = stored === null ? null : draftOf(stored)
    const own = { ...draft, ...open, ...sentAs(stored) }
    const answers = await withSeenCases(
      transaction,
      db,
      { ...own, server_id: '' },
      contents.answers,
    )
    await planInterview(transaction, db, own, { ...contents, answers }, now)
  }
  return read
}

/** What an interview is sent with that was open or refused: its key, and an earlier request that may have made its row. */
const sentAs = (stored: SubmissionDoc | null): Partial<DraftDoc> => {
  if (stored === null) return {}
  const { client_key, work } = stored
  const entry = refusedInterview(stored)
  const before = entry === null ? work?.sent_before : sentBefore(payloadOf(entry)).sent_before
  return { client_key, ...(before === undefined ? {} : { sent_before: before }) }
}

const planEditOf = async (
  step: Step,
  submission: SubmissionDoc,
  { answers: given, files, single = [], needed = [], read = [], corrects }: InterviewContents,
): Promise<void> => {
  const { transaction, db, now } = step
  const { id, work } = submission
  // An edit that is submitted after the deletion undoes it, because the bin would delete it a month later.
  if (submission.state === 'deleting') await planUndoing(transaction, db, id)
  const replies = await repliesIn(submission, read, now)
  const said = { needed, replies, corrects }
  const withSeen = (answers: SubmissionDoc['answers']) =>
    withSeenCases(transaction, db, submission, answers, submission.answers)
  if (work?.isWhole === true) {
    const kept = await answersOfOthers(db, submission, work)
    const added = files.filter(file => !isListed(file, submission))
    const answers = await withSeen({ ...kept, ...given })
    await planEdit(transaction, db, id, answers, added, now, said)
  } else {
    const removed = await removedSent({ single, taken: takenIn(read) }, submission)
    const answers = await withSeen(given)
    await planEdit(transaction, db, id, answers, files, now, { ...said, removed })
  }
}

/** The row's answers that this phone did not send. An answer that it sent and that the draft lacks was cleared. */
const answersOfOthers = async (
  db: Database,
  { form_id, answers }: SubmissionDoc,
  { sent_before }: Work,
): Promise<Readonly<Record<string, Answer>>> => {
  const request = v.safeParse(SubmissionCreateRequest, sent_before?.body)
  if (!request.success) return answers
  const kinds = await readFieldKinds(db, form_id)
  const sent = entriesToAnswers(request.output.answers, kinds)
  return Object.fromEntries(
    Object.entries(answers).filter(([key]) => !isSameAt(answers, sent, key, kinds)),
  )
}

/** Files as they are stored now, because another tab may have made a photo smaller since they were read. */
const asStored = async (
  { transaction, db }: Step,
  files: readonly FileUploadDoc[],
): Promise<readonly FileUploadDoc[]> => {
  const isPending = ({ sync_status }: FileUploadDoc) => sync_status === 'pending'
  await transaction.ahead(
    db.file_uploads,
    files.filter(isPending).map(({ id }) => id),
  )
  const asNow = async (file: FileUploadDoc) =>
    (isPending(file) ? await transaction.read(db.file_uploads, file.id) : null) ?? file
  return Promise.all(files.map(asNow))
}

/** The ids of the files that stored answers mark as taken out. */
const takenIn = (read: readonly FormResponseDoc[]): ReadonlySet<string> =>
  new Set(
    read.flatMap(({ question_id, value }) =>
      value === marked ? (takenFileOf(question_id) ?? []) : [],
    ),
  )

/** Whether the row lists a file already, because another phone sent it. */
const isListed = (file: FileUploadDoc, submission: SubmissionDoc): boolean =>
  isAmong(file, listedFor(file, submission))

/**
 * The state of a deletion (8.41).
 * local: the server never had the submission. deleted: its DELETE leaves by itself when its Undo is gone. marked: it
 * waits for the network, for a sync or for an earlier request.
 */
export type DeleteOutcome = 'local' | 'deleted' | 'marked'

/** Deletes a submission: hides it at once, and deletes it on the server once its Undo is gone (4.1). */
export const deleteSubmission = async (
  parts: SubmitParts,
  submissionId: string,
): Promise<DeleteOutcome> => {
  const { db, env, sync } = parts
  const now = env.clock.now()
  const { stored, isLocal } = await transact(async transaction => {
    await planDeletionWithFiles(transaction, db, submissionId, now)
    const stored = await submittedIn(transaction, db, submissionId)
    const item = await transaction.read(db.outbox, submissionItemId(submissionId))
    // The runner also ends what was never sent, because only the runner knows what is in flight.
    const isLocal = stored === null || (stored.server_id === '' && item?.in_doubt !== true)
    await planQueueing(transaction, db, submissionId, now, { mayGo: isLocal })
    return { stored, isLocal }
  })
  if (isLocal) {
    if (stored !== null) await untilTried(parts, submissionId)
    if ((await findSubmitted(db, submissionId)) === null) return 'local'
  }
  env.registerSync()
  if (!env.network.isOnline() || !(await readSetting(db, 'autoSync'))) return 'marked'
  // After its run, which sends nothing, the sync knows when the deletion is due.
  void sync.wake()
  return stored?.server_id === '' ? 'marked' : 'deleted'
}

/** Wakes the runner and waits for the attempt of a submission, up to 8 s. */
const untilTried = async (parts: SubmitParts, submissionId: string): Promise<void> => {
  void parts.sync.wake()
  await itemIsDone(parts, submissionItemId(submissionId))
}

/**
 * Undoes the surveyor's deletion of a submission. A confirmed one is restored from the bin. One that the server has
 * not confirmed is removed from the log. If its request arrives nevertheless, the interview is sent again: at the
 * answer (settle/settle.ts) or, when the answer was lost, once its row is found missing (attempt/attempt-submission.ts).
 */
export const undoDelete = async (
  { db, env, sync }: SubmitParts,
  submissionId: string,
): Promise<Restored> => {
  const restored = await transact(async transaction => {
    const submission = await submittedIn(transaction, db, submissionId)
    if (submission === null) {
      return planRestoration(transaction, db, submissionId, env.clock.now())
    }
    await planUndoing(transaction, db, submissionId)
    return { kind: 'restored', lostFiles: 0 } as const
  })
  if (restored.kind === 'restored' && env.network.isOnline()) void sync.wake()
  return restored
}

/** Waits until an item has left the outbox or waits for another try, up to 8 s. */
export const itemIsDone = ({ db, env }: SubmitParts, itemId: string): Promise<void> =>
  firstValueFrom(merge(itemIsDone$(db, itemId), after$(env, interactiveTimeoutMs)))

const itemIsDone$ = (db: Database, itemId: string): Observable<void> =>
  db.outbox.findOne(itemId).$.pipe(
    filter(item => item === null || item.state === 'waiting' || item.state === 'queued'),
    take(1),
    map(() => undefined),
  )

const after$ = (env: Pick<SyncEnv, 'clock'>, delayMs: number): Observable<void> =>
  new Observable(subscriber => env.clock.after(delayMs, () => subscriber.next()))
