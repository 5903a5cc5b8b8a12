import type { Database } from '../../collections/database.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { canonical, pendingOperations, type Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { HistoryEntry, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { filesOfItem } from './attempt/attempt-files.ts'
import { hashOperations } from './attempt/attempt-submission.ts'
import type { Sent } from './decide.ts'
import { endSubmission } from '../bin/end-submission.ts'
import { restoreFromBin } from '../bin/restore-from-bin.ts'
import { removeUnnamedFiles } from '../../collections/writes/file-owners.ts'
import { makeReady } from './outbox-states.ts'
import { hasUnsentOperations, queueFiles, queueSubmission } from './queue.ts'
import { asSent, rewriteLog, storedDocument } from '../rest-crdt.ts'
import { settleProfile } from './settle-profile.ts'
import { rowToBase, sentToBase } from '../submission-rows.ts'

/**
 * Carries out that the server has what an item sent. The order of the writes makes a crash after any
 * of them harmless: the submission first, then what follows from it, the item last. An item that is
 * still there is tried again, finds nothing to say, and is settled here once more.
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
    case 'updated':
      await confirm(db, item, sent, now)
      break
    case 'deleted':
      await endDeleted(db, item.submission_id, now)
      break
    case 'uploaded':
      await confirmFiles(db, item, sent.fileIds, now)
      // What is missing is left to the item's next try.
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

/** How many entries of a submission's history are kept. */
const historyLength = 50

const withHistory = (
  history: readonly HistoryEntry[],
  ...more: readonly HistoryEntry[]
): HistoryEntry[] => [...history, ...more].slice(-historyLength)

/** Puts what the server took under the edits that came after it was sent. */
const confirm = async (
  db: Database,
  item: OutboxDoc,
  sent: Extract<Sent, { readonly kind: 'created' | 'updated' }>,
  now: number,
): Promise<void> => {
  const { row } = sent
  const current = await db.outbox.findOne(item.id).exec()
  if (current === null) return
  const { sentOps, sentHash } = current
  let takenOut: readonly string[] = []
  await rewriteLog(db.submissions, item.submission_id, async stored => {
    if (stored === null || stored._deleted) return null
    const pending = pendingOperations(stored.crdts)
    const isOurs = (await hashOperations(pending.slice(0, sentOps))) === sentHash
    if (!isOurs && stored.server_id !== '') return null
    const took = isOurs ? sentOps : pending.length
    const known = await asSent(db.submissions, stored, took)
    takenOut = known.files.filter(({ removed }) => removed === true).map(({ id }) => id)
    const entry: HistoryEntry = { at: now, what: 'sent', note: '' }
    known.history = withHistory(known.history, ...current.toMutableJSON().history, entry)
    const filesPending = await countPendingFiles(db, stored)
    const serverId = sent.kind === 'created' ? sent.serverId : known.server_id
    const base =
      row === null
        ? sentToBase(known, serverId, filesPending)
        : withSentAnswers(rowToBase(row, known, filesPending), known)
    const differing = sent.kind === 'created' && sent.differs ? differences(base, known, now) : []
    return { base, pending: [...differing, ...pending.slice(took)] }
  })
  await removeUnnamedFiles(db, takenOut)
}

/** The row is gone. Where the surveyor took the deletion back meanwhile, the interview is sent anew. */
const endDeleted = async (db: Database, submissionId: string, now: number): Promise<void> => {
  const isTakenBack = (await liveSubmission(db, submissionId))?.hidden === 0
  await endSubmission(db, submissionId, 'surveyor', now)
  if (isTakenBack) await restoreFromBin(db, submissionId, now)
}

/** What the device holds and the server's row under the same key does not, as an edit to be sent. */
const differences = (
  base: Omit<SubmissionDoc, 'crdts'>,
  known: SubmissionDoc,
  now: number,
): readonly Operations[] => {
  const differing = Object.entries(known.answers).filter(
    ([key, answer]) => canonical(base.answers[key]) !== canonical(answer),
  )
  if (differing.length === 0) return []
  const answers = Object.fromEntries(differing.map(([key, answer]) => [`answers.${key}`, answer]))
  const $set = { ...answers, syncStatus: 'pending', updated_at: new Date(now).toISOString() }
  return [[{ creator: 'difference', time: Math.max(1, now), body: [{ ifMatch: { $set } }] }]]
}

/** A server that answers with a bare row, without the answers it was just given, has them all the same. */
const withSentAnswers = (
  base: Omit<SubmissionDoc, 'crdts'>,
  sent: SubmissionDoc,
): Omit<SubmissionDoc, 'crdts'> =>
  Object.keys(base.answers).length === 0 ? { ...base, answers: sent.answers } : base

const countPendingFiles = async (db: Database, submission: SubmissionDoc): Promise<number> => {
  const kept = submission.files.filter(({ removed }) => removed !== true)
  const docs = await db.file_uploads.findByIds(kept.map(({ id }) => id)).exec()
  return [...docs.values()].filter(({ sync_status }) => sync_status === 'pending').length
}

const confirmFiles = async (
  db: Database,
  item: OutboxDoc,
  fileIds: readonly string[],
  now: number,
): Promise<void> => {
  const docs = await db.file_uploads.findByIds([...fileIds]).exec()
  for (const doc of docs.values()) {
    await doc.incrementalPatch({ sync_status: 'synced', synced_at: now })
  }
  await tellOfFiles(db, item, [...docs.values()], now)
}

const tellOfFiles = (
  db: Database,
  item: OutboxDoc,
  files: readonly FileUploadDoc[],
  now: number,
): Promise<void> =>
  recountFiles(db, item.submission_id, {
    at: now,
    what: 'file',
    note: files.map(({ file_name }) => file_name).join(', '),
  })

/** A crash may have come after the files were marked as sent, and before their submission knew of it. */
const finishFiles = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {
  const submission = await liveSubmission(db, item.submission_id)
  if (submission === null || item.type !== 'FILE_UPLOAD') return
  if (submission.files_pending === (await countPendingFiles(db, submission))) return
  const fileIds = filesOfItem(submission, item).map(({ id }) => id)
  const docs = await db.file_uploads.findByIds(fileIds).exec()
  const sent = [...docs.values()].filter(({ sync_status }) => sync_status === 'synced')
  await tellOfFiles(db, item, sent, now)
}

/** Brings a submission's status in line with what of its files the server has (decisions 4). */
export const recountFiles = async (
  db: Database,
  submissionId: string,
  entry: HistoryEntry,
): Promise<void> => {
  await rewriteLog(db.submissions, submissionId, async stored => {
    if (stored === null || stored._deleted || stored.server_id === '') return null
    const filesPending = await countPendingFiles(db, stored)
    const known = await asSent(db.submissions, stored, 0)
    const entries: HistoryEntry[] =
      filesPending === 0 ? [entry, { at: entry.at, what: 'synced', note: '' }] : [entry]
    known.history = withHistory(known.history, ...entries)
    return {
      base: sentToBase(known, known.server_id, filesPending),
      pending: pendingOperations(stored.crdts),
    }
  })
}

/** Removes the item, unless the submission was edited meanwhile: then it goes round once more. */
const closeItem = async (db: Database, item: OutboxDoc, now: number): Promise<void> => {
  const doc = await db.outbox.findOne(item.id).exec()
  await doc?.incrementalRemove()
  // Read after the removal: what was added before it found the item, and was not queued anew.
  const latest = await liveSubmission(db, item.submission_id)
  if (latest !== null) await queueFiles(db, latest, now, 'ready')
  if (item.type !== 'SUBMISSION') return
  if (latest !== null && hasUnsentOperations(latest)) {
    await queueSubmission(db, latest, now)
    await makeReady(db, { submissionId: latest.id })
  }
}

/** Lets an item be tried once more, as one of which nothing is in doubt. */
const reopenItem = async (db: Database, itemId: string): Promise<void> => {
  const doc = await db.outbox.findOne(itemId).exec()
  await doc?.incrementalPatch({ state: 'ready', in_doubt: false, payload: {}, nextRetryAt: 0 })
}

const liveSubmission = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  const stored = await storedDocument(db.submissions, id)
  return stored === null || stored._deleted ? null : stored
}
