import { filter, firstValueFrom, map, merge, Observable, take } from 'rxjs'
import type { Database } from '../collections/database.ts'
import type { DraftDoc } from '../collections/schemas/drafts.ts'
import { answerKey, submissionItemId } from '../collections/ids.ts'
import { pendingOperations } from '../collections/operation-log.ts'
import type { FileUploadDoc } from '../collections/schemas/file-uploads.ts'
import type { SubmissionDoc } from '../collections/schemas/submissions.ts'
import { outboxRank } from '../collections/schemas/outbox.ts'
import { removeDraft } from '../collections/writes/write-interview.ts'
import {
  commitEdit,
  commitInterview,
  markDeleted,
  type InterviewContents,
} from '../collections/writes/write-submission.ts'
import type { SyncEnv } from './env.ts'
import { interactiveTimeoutMs } from './limits.ts'
import { makeReady } from './outbox/outbox-states.ts'
import { queueSubmission } from './outbox/queue.ts'
import { isAlive, storedDocument } from './rest-crdt.ts'
import { nameIn } from './outbox/attempt/removed-files.ts'
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
 * Submits an interview, online and offline in the same way (4.3). Once the insert is durable, nothing can lose it.
 * Online it also goes first in the outbox, and this waits for it, up to 8 s. Throws when the device cannot write it;
 * the draft then stays.
 */
export const submitInterview = async (
  parts: SubmitParts,
  draft: DraftDoc,
  contents: InterviewContents,
): Promise<SubmitOutcome> => {
  const now = parts.env.clock.now()
  const target = await findTarget(parts.db, draft, now)
  const id = await commit(parts.db, target, contents, now)
  await removeDraft(parts.db, draft.id)
  const tried = await sendFirst(parts, id, parts.env.network.isOnline())
  const stored = await storedDocument(parts.db.submissions, id)
  if (!isAlive(stored)) return 'recovered'
  const item = await parts.db.outbox.findOne(submissionItemId(id)).exec()
  if (item === null) return pendingOperations(stored.crdts).length > 0 ? 'unsent' : 'submitted'
  if (item.state === 'recovering') return 'recovered'
  parts.env.registerSync()
  if (!tried) return 'saved'
  return item.state === 'ready' ? 'sending' : 'unsent'
}

/** Writes the submission; returns its id. */
const commit = async (
  db: Database,
  target: SubmitTarget,
  { answers, files, ...rest }: InterviewContents,
  now: number,
): Promise<string> => {
  if (target.kind === 'edit') {
    const { submission, isWhole } = target
    if (isWhole) await commitEdit(db, submission.id, answers, files, now)
    else {
      const added = files.filter(file => !isListed(file, submission))
      await commitEdit(db, submission.id, { ...submission.answers, ...answers }, added, now)
    }
    await moveFiles(db, files, submission.id)
    return submission.id
  }
  const id = target.draft.submit_as || target.draft.id
  await commitInterview(db, target.draft, { answers, files, ...rest }, now)
  await moveFiles(db, files, id)
  if (target.entryId !== '') await (await db.recovery.findOne(target.entryId).exec())?.remove()
  return id
}

/** Whether the row lists a file of this name already, because another phone sent it. */
const isListed = (file: FileUploadDoc, { answers }: SubmissionDoc): boolean =>
  [answers[answerKey(file.field_id, file.occurrence)] ?? []]
    .flat()
    .some(address => nameIn(address) === file.file_name)

/** Moves files that were attached under another id to the submission. */
const moveFiles = async (
  db: Database,
  files: readonly FileUploadDoc[],
  id: string,
): Promise<void> => {
  const ids = files.filter(({ submission_id }) => submission_id !== id).map(file => file.id)
  for (const file of (await db.file_uploads.findByIds(ids).exec()).values()) {
    await file.incrementalPatch({ submission_id: id })
  }
}

/** The state of a deletion when it stops waiting (8.41); after 'refused' the submission is visible again. */
export type DeleteOutcome = 'local' | 'deleted' | 'marked' | 'refused'

/** Deletes a submission: hides it at once, and deletes it on the server now or with the next sync (4.1). */
export const deleteSubmission = async (
  parts: SubmitParts,
  submissionId: string,
): Promise<DeleteOutcome> => {
  const { db, env } = parts
  await markDeleted(db, submissionId, env.clock.now())
  const before = await storedDocument(db.submissions, submissionId)
  if (!isAlive(before)) return 'local'
  const item = await db.outbox.findOne(submissionItemId(submissionId)).exec()
  // The runner also ends what was never sent, because only the runner knows what is in flight.
  const isLocal = before.server_id === '' && item?.in_doubt !== true
  await sendFirst(parts, submissionId, isLocal || env.network.isOnline())
  const after = await storedDocument(db.submissions, submissionId)
  if (!isAlive(after)) return isLocal ? 'local' : 'deleted'
  if (after.hidden === 0) return 'refused'
  env.registerSync()
  return 'marked'
}

/**
 * Queues a submission. If it `mayGo` now, puts it first and waits for its attempt, up to 8 s. Returns whether an
 * attempt was made.
 */
const sendFirst = async (
  parts: SubmitParts,
  submissionId: string,
  mayGo: boolean,
): Promise<boolean> => {
  const { db, env, sync } = parts
  const stored = await storedDocument(db.submissions, submissionId)
  if (!isAlive(stored)) return true
  await queueSubmission(db, stored, env.clock.now())
  if (!mayGo) return false
  await makeReady(db, { submissionId }, outboxRank.interactive)
  void sync.wake()
  await itemIsDone(parts, submissionItemId(submissionId))
  return true
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
