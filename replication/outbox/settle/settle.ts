import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { HistoryEntry, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { filesOfItem } from '../attempt/attempt-files.ts'
import { confirm, withHistory } from './confirm.ts'
import { countPendingFiles } from './count-pending-files.ts'
import type { Sent } from '../decide.ts'
import { endSubmission } from '../../bin/end-submission.ts'
import { restoreFromBin } from '../../bin/restore-from-bin.ts'
import { makeReady } from '../outbox-states.ts'
import { hasUnsentOperations, queueFiles, queueSubmission } from '../queue.ts'
import { asSent, isAlive, rewriteLog, storedDocument } from '../../rest-crdt.ts'
import { settleProfile } from './settle-profile.ts'
import { readFieldKinds } from '../../field-kinds.ts'
import { rowToBase, sentToBase } from '../../submission-rows.ts'
import type { SubmissionRow } from '../../wire/answers.ts'

/**
 * Records that the server has what an item sent. The order of the writes makes a crash after any of them harmless:
 * the submission first, then what follows from it, the item last. After a crash the item is tried again, has nothing
 * left to send, and is settled again.
 */
export const settle = async (
  db: Database,
  item: OutboxDoc,
  sent: Sent,
  now: number,
): Promise<void> => {
  if (item.type === 'PROFILE') return settleProfile(db, item, sent, now)
  switch (sent.kind) {
    case 'created':
      await confirmCreated(db, item, sent, now)
      break
    case 'updated':
      await confirm(db, item, sent, now)
      break
    case 'deleted':
      await endDeleted(db, item.submission_id, now)
      break
    case 'uploaded':
      await confirmFiles(db, item, sent, now)
      // The item's next try handles the missing files.
      if (sent.lost.length > 0) return reopenItem(db, item.id)
      break
    case 'nothing':
      await finishFiles(db, item, now)
      break
    case 'profile':
      break
  }
  await closeItem(db, item, now)
}

/**
 * The answer to a repeated POST may be a row that was deleted after the first request had arrived. A deleted row has
 * neither answers nor a place, so the bin takes what was sent; a pull has passed the deletion already.
 */
const confirmCreated = async (
  db: Database,
  item: OutboxDoc,
  sent: Extract<Sent, { readonly kind: 'created' }>,
  now: number,
): Promise<void> => {
  const isDeleted = sent.row !== null && sent.row.deleted_at !== ''
  await confirm(db, item, isDeleted ? { ...sent, row: null } : sent, now)
  if (isDeleted) await endSubmission(db, item.submission_id, 'elsewhere', now)
}

/** Ends a submission whose row is gone. If the surveyor undid the deletion meanwhile, the interview is sent again. */
const endDeleted = async (db: Database, submissionId: string, now: number): Promise<void> => {
  const isUndone = (await liveSubmission(db, submissionId))?.hidden === 0
  await endSubmission(db, submissionId, 'surveyor', now)
  if (isUndone) await restoreFromBin(db, submissionId, now)
}

const confirmFiles = async (
  db: Database,
  item: OutboxDoc,
  { fileIds, row }: Extract<Sent, { readonly kind: 'uploaded' }>,
  now: number,
): Promise<void> => {
  const docs = await db.file_uploads.findByIds([...fileIds]).exec()
  for (const doc of docs.values()) {
    await doc.incrementalPatch({ sync_status: 'synced', synced_at: now })
  }
  await noteFiles(db, item, [...docs.values()], now, row)
}

const noteFiles = (
  db: Database,
  item: OutboxDoc,
  files: readonly FileUploadDoc[],
  now: number,
  row: SubmissionRow | null = null,
): Promise<void> => {
  const note = files.map(({ file_name }) => file_name).join(', ')
  return recountFiles(db, item.submission_id, { at: now, what: 'file', note }, row)
}

/** Finishes what a crash left between marking the files as synced and counting them in their submission. */
const finishFiles = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {
  const submission = await liveSubmission(db, item.submission_id)
  if (submission === null || item.type !== 'FILE_UPLOAD') return
  if (submission.files_pending === (await countPendingFiles(db, submission))) return
  const fileIds = filesOfItem(submission, item).map(({ id }) => id)
  const docs = await db.file_uploads.findByIds(fileIds).exec()
  const sent = [...docs.values()].filter(({ sync_status }) => sync_status === 'synced')
  await noteFiles(db, item, sent, now)
}

/**
 * Updates a submission's status to the files that the server still lacks (decisions 4). A `row` with a revision is
 * the server's answer to an upload and becomes the base, because its revision later proves that the server still has
 * these files (attempt/restored.ts).
 */
export const recountFiles = async (
  db: Database,
  submissionId: string,
  entry: HistoryEntry,
  row: SubmissionRow | null = null,
): Promise<void> => {
  await rewriteLog(db.submissions, submissionId, async stored => {
    if (!isAlive(stored) || stored.server_id === '') return null
    const filesPending = await countPendingFiles(db, stored)
    const known = await asSent(db.submissions, stored, 0)
    const entries: HistoryEntry[] =
      filesPending === 0 ? [entry, { at: entry.at, what: 'synced', note: '' }] : [entry]
    known.history = withHistory(known.history, ...entries)
    const isAnswer = row !== null && row.rev !== '' && row.id === known.server_id
    const base = isAnswer
      ? rowToBase(row, known, await readFieldKinds(db, known.form_id), filesPending)
      : sentToBase(known, known.server_id, filesPending)
    return { base, pending: pendingOperations(stored.crdts) }
  })
}

/** Removes the item. Queues the submission again if it was edited meanwhile, and its pending files. */
const closeItem = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {
  const doc = await db.outbox.findOne(item.id).exec()
  await doc?.incrementalRemove()
  // Read after the removal, because an edit before it found the item and was not queued again.
  const latest = await liveSubmission(db, item.submission_id)
  if (latest !== null) await queueFiles(db, latest, now, 'ready')
  if (item.type !== 'SUBMISSION') return
  if (latest !== null && hasUnsentOperations(latest)) {
    await queueSubmission(db, latest, now)
    await makeReady(db, { submissionId: latest.id })
  }
}

/** Makes an item ready again, with nothing in doubt. */
const reopenItem = async (db: Database, itemId: string): Promise<void> => {
  const doc = await db.outbox.findOne(itemId).exec()
  await doc?.incrementalPatch({ state: 'ready', in_doubt: false, payload: {}, nextRetryAt: 0 })
}

const liveSubmission = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  const stored = await storedDocument(db.submissions, id)
  return !isAlive(stored) ? null : stored
}
