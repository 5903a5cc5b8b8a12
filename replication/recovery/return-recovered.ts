import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import {
  baseFields,
  canonical,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { markDeleted } from '../../collections/writes/write-submission.ts'
import { makeReady } from '../outbox/outbox-states.ts'
import { queueFiles, queueSubmission, toItem } from '../outbox/queue.ts'
import { putBackProfileEdits } from './recover-profile.ts'
import { isAlive, rewriteLog, storedDocument } from '../rest-crdt.ts'
import { recountFiles } from '../outbox/settle/settle.ts'

/**
 * Putting work from Recovery back to where it was, to be tried again (decisions 3).
 *
 *   entry ──► submission or files as they were ──► outbox item, ready ──► entry removed
 *
 * Each step is safe to repeat; a start finishes what a crash left behind (finish-returns.ts).
 * gone: what it belongs to is no longer on this device. impossible: it is nothing that could be sent.
 */
export type Returned = 'returned' | 'gone' | 'impossible'

/** Tries an entry again, because the surveyor said so or because the API takes such requests again. */
export const tryAgain = async (db: Database, entryId: string, now: number): Promise<Returned> => {
  const doc = await db.recovery.findOne(entryId).exec()
  if (doc === null) return 'gone'
  const entry = doc.toMutableJSON() as RecoveryDoc
  const { submission, profile } = payloadOf(entry)
  if (entry.kind === 'profile') {
    if (!(await putBackProfileEdits(db, profile, now))) return 'gone'
    await makeReady(db, { submissionId: currentUser })
    await doc.incrementalRemove()
    return 'returned'
  }
  if (submission === null) return 'impossible'
  const returned = await putBack(db, entry, submission, now)
  if (returned !== 'returned') return returned
  await makeReady(db, { submissionId: submission.id })
  await doc.incrementalRemove()
  return 'returned'
}

const putBack = async (
  db: Database,
  entry: RecoveryDoc,
  submission: SubmissionDoc,
  now: number,
): Promise<Returned> => {
  switch (entry.kind) {
    case 'create':
      return putBackInterview(db, entry, submission, now)
    case 'edit':
      return putBackEdit(db, submission, now)
    case 'delete':
      return putBackDeletion(db, submission, now)
    case 'files':
      return putBackFiles(db, entry, submission, now)
    case 'profile':
    case 'document':
      return 'impossible'
  }
}

const putBackInterview = async (
  db: Database,
  entry: RecoveryDoc,
  submission: SubmissionDoc,
  now: number,
): Promise<Returned> => {
  const pending = pendingOperations(submission.crdts)
  await rewriteLog(db.submissions, submission.id, stored =>
    isAlive(stored) ? null : { base: null, pending },
  )
  const { item, sent } = payloadOf(entry)
  const wasSent = item.in_doubt ? { ...item, payload: { ...sent } } : {}
  const known = { history: entry.history, ...wasSent }
  await db.outbox.insertIfNotExists({ ...toItem(submission, now), ...known })
  // The replication may have queued it first, and does not know that it may have been sent before.
  const queued = await db.outbox.findOne(submissionItemId(submission.id)).exec()
  await queued?.incrementalModify(data => (data.sentAt === 0 ? { ...data, ...known } : data))
  return 'returned'
}

const livingSubmission = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  const stored = await storedDocument(db.submissions, id)
  return !isAlive(stored) || stored.hidden === 1 ? null : stored
}

/** The edits of `refused` that `pending` does not hold, before those that came later. */
export const withRefused = (
  refused: readonly Operations[],
  pending: readonly Operations[],
): readonly Operations[] => {
  const held = new Set(pending.map(canonical))
  return [...refused.filter(operations => !held.has(canonical(operations))), ...pending]
}

const putBackEdit = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<Returned> => {
  if ((await livingSubmission(db, submission.id)) === null) return 'gone'
  const refused = pendingOperations(submission.crdts)
  await rewriteLog(db.submissions, submission.id, stored =>
    !isAlive(stored)
      ? null
      : {
          base: baseFields<SubmissionDoc>(stored.crdts),
          pending: withRefused(refused, pendingOperations(stored.crdts)),
        },
  )
  return queueAgain(db, submission.id, now)
}

const putBackDeletion = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<Returned> => {
  if ((await livingSubmission(db, submission.id)) === null) return 'gone'
  await markDeleted(db, submission.id, now)
  return queueAgain(db, submission.id, now)
}

const queueAgain = async (db: Database, id: string, now: number): Promise<Returned> => {
  const stored = await storedDocument(db.submissions, id)
  if (!isAlive(stored)) return 'gone'
  await queueSubmission(db, stored, now)
  return 'returned'
}

/** The outbox item that an entry came from: its id without the time of the refusal. */
const itemOfEntry = (entryId: string): string => entryId.slice(0, entryId.lastIndexOf('|'))

const putBackFiles = async (
  db: Database,
  entry: RecoveryDoc,
  submission: SubmissionDoc,
  now: number,
): Promise<Returned> => {
  if ((await livingSubmission(db, submission.id)) === null) return 'gone'
  const files = await db.file_uploads.findByIds([...entry.file_ids]).exec()
  const isHere = [...files.values()].some(file => file.getAttachment(fileData) !== null)
  if (!isHere) return 'impossible'
  for (const file of files.values()) {
    if (file.sync_status === 'recovery') await file.incrementalPatch({ sync_status: 'pending' })
  }
  await recountFiles(db, submission.id, { at: now, what: 'file', note: '' })
  const stored = await livingSubmission(db, submission.id)
  if (stored === null) return 'gone'
  await queueFiles(db, stored, now, 'queued')
  const { item, sent } = payloadOf(entry)
  const { in_doubt, sentAt } = item
  const queued = await db.outbox.findOne(itemOfEntry(entry.id)).exec()
  // One that was sent since knows more.
  if (queued?.sentAt === 0)
    await queued.incrementalPatch({ in_doubt, sentAt, payload: { ...sent } })
  return 'returned'
}
