import { planForgetting } from '../collections/writes/write-bin.ts'
import { submittedIn, findSubmitted } from '../collections/interview/plan-move.ts'
import { filter, firstValueFrom, map, merge, Observable, take } from 'rxjs'
import type { Database } from '../collections/database.ts'
import type { DraftDoc } from '../collections/schemas/drafts.ts'
import { marked, submissionItemId, submissionOfEdit, takenFileOf } from '../collections/ids.ts'
import { pendingOperations } from '../collections/operation-log.ts'
import type { FileUploadDoc } from '../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../collections/schemas/form-responses.ts'
import type { SubmissionDoc } from '../collections/schemas/submissions.ts'
import { transact, type Transaction } from '../collections/one-database/transaction.ts'
import { endedAs, planDraftRemoval, planLateAnswers } from '../collections/writes/end-draft.ts'
import {
  planEdit,
  planInterview,
  type InterviewContents,
} from '../collections/writes/write-submission.ts'
import { planUndoing } from './bin/plan-undoing.ts'
import { planDeletionWithFiles } from './bin/server-files.ts'
import { readSetting } from '../collections/writes/write-settings.ts'
import type { SyncEnv } from './env.ts'
import { interactiveTimeoutMs } from './limits.ts'
import { planQueueing } from './outbox/queue.ts'
import { isAmong, listedFor, removedSent } from './rows/listed-files.ts'
import { findTarget, type SubmitTarget } from './submit-target.ts'
import type { Sync } from './sync.ts'

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
 * removes the draft; once it is durable, nothing can lose the interview, and `stored` is called. Online it also goes first
 * in the outbox, and this waits for it, up to 8 s. Throws when the device cannot write it; the draft then stays.
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
  const id = await transact(async transaction => {
    const endedId = await endedElsewhere(transaction, db, draft)
    const { written, read } =
      endedId === null
        ? await planTarget({ transaction, db, now }, draft, contents)
        : { written: endedId, read: [] }
    await planQueueing(transaction, db, written, now, { mayGo })
    const late = await planDraftRemoval(transaction, db, draft.id, read)
    await planLateAnswers(transaction, db, draft, late, now)
    return written
  })
  await stored()
  if (mayGo) await untilTried(parts, id)
  const submission = await findSubmitted(db, id)
  if (submission === null) return 'recovered'
  const item = await db.outbox.findOne(submissionItemId(id)).exec()
  if (item === null) return pendingOperations(submission.crdts).length > 0 ? 'unsent' : 'submitted'
  if (item.state === 'recovering') return 'recovered'
  env.registerSync()
  if (!mayGo) return 'saved'
  return item.state === 'ready' ? 'sending' : 'unsent'
}

/**
 * The id of the interview that a new draft has become in another tab while this one slept; null while it lives, and for
 * the edit of a submission, which still has its target. What is still stored for such a draft becomes an edit.
 */
const endedElsewhere = async (
  transaction: Transaction,
  db: Database,
  { id }: DraftDoc,
): Promise<string | null> => {
  const stored = await transaction.stored(db.drafts, id)
  if (stored === null || !stored._deleted || stored.submission_id !== '') return null
  return (await endedAs(transaction, db, stored))?.submission.id ?? null
}

/** One transaction, and what its parts need. */
interface Step {
  readonly transaction: Transaction
  readonly db: Database
  readonly now: number
}

/** What was planned: the id of the submission, and the stored answers that are in it. */
interface Planned {
  readonly written: string
  readonly read: InterviewContents['read']
}

type Target<Kind extends SubmitTarget['kind']> = Extract<SubmitTarget, { kind: Kind }>

/** Plans the submission, or the edit of one. */
const planTarget = async (
  step: Step,
  draft: DraftDoc,
  contents: InterviewContents,
): Promise<Planned> => {
  const target = await findTarget(step.db, draft, step.now)
  const files = await asStored(step, contents.files)
  return target.kind === 'edit'
    ? planEditOf(step, target, draft.id, { ...contents, files })
    : planNew(step, target, draft.id, { ...contents, files })
}

const planEditOf = async (
  step: Step,
  { submission, kept }: Target<'edit'>,
  draftId: string,
  { answers, files, single = [], needed = [], read }: InterviewContents,
): Promise<Planned> => {
  const { transaction, db, now } = step
  const { id } = submission
  const taken = takenIn(read ?? [])
  // An edit that is submitted after the deletion undoes it, because the bin would delete it a month later.
  if (submission.state === 'deleting') await planUndoing(transaction, db, id)
  if (kept === null) {
    const removed = await removedSent({ single, taken }, submission)
    await planEdit(transaction, db, id, answers, files, now, { needed, removed })
  } else {
    const added = files.filter(file => !isListed(file, submission))
    await planEdit(transaction, db, id, { ...kept, ...answers }, added, now, { needed })
  }
  await planFileMoves(step, files, id)
  await planLeaving(step, taken, draftId, id)
  return { written: id, read }
}

const planNew = async (
  step: Step,
  { draft }: Target<'new'>,
  draftId: string,
  contents: InterviewContents,
): Promise<Planned> => {
  const { transaction, db, now } = step
  const id = draft.submit_as || draft.id
  const outcome = await planInterview(transaction, db, draft, contents, now)
  await planFileMoves(step, contents.files, id)
  // An edit has all of its submission, so what is in the bin would be restored as the same interview, with its files.
  const edited = submissionOfEdit(draftId)
  if (edited !== null) await planForgetting(transaction, db, edited, 'submitted')
  // What another tab submitted has none of the answers that are still stored.
  return { written: id, read: outcome === 'already' ? [] : contents.read }
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

/** Plans to move files that were attached under another id to the submission. */
const planFileMoves = async (
  { transaction, db }: Step,
  files: readonly FileUploadDoc[],
  id: string,
): Promise<void> => {
  const moved = files.filter(({ submission_id }) => submission_id !== id)
  for (const file of moved) await transaction.patch(db.file_uploads, file.id, { submission_id: id })
}

/**
 * Plans to move the files that a draft took out of itself to the submission, which does not name them. Otherwise they
 * would be back in the edit that a late answer begins, because it has the draft's id.
 */
const planLeaving = async (
  { transaction, db }: Step,
  taken: ReadonlySet<string>,
  draftId: string,
  submission_id: string,
): Promise<void> => {
  for (const id of taken) {
    const file = await transaction.read(db.file_uploads, id)
    if (file?.submission_id !== draftId) continue
    await transaction.patch(db.file_uploads, id, { submission_id })
  }
}

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
