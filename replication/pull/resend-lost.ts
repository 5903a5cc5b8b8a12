import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { keyFrom } from '../../collections/ids.ts'
import { pendingOperations, type Operations } from '../../collections/operation-log.ts'
import { submissionByServerId } from '../../collections/queries.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import {
  changeSetting,
  readSetting,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { endSubmission } from '../bin/end-submission.ts'
import { makeReady } from '../outbox/outbox-states.ts'
import { hasUnsentOperations, queueFiles, queueSubmission } from '../outbox/queue.ts'
import { isAlive, rewriteLog, storedDocument } from '../rest-crdt.ts'

/**
 * Marks all server ids of this device as unconfirmed, because a server that was restored from a backup has lost what
 * came after it. Such a server restarts the list of changes and lists everything that it has:
 *
 *   restarted ──► all server ids here are unconfirmed ──► each page confirms the rows that it lists
 *             ──► after the last page the rest is sent again, under the same keys
 */
export const noteRestart = async (db: Database): Promise<void> => {
  const docs = await db.submissions
    .find({ selector: { server_id: { $gt: '' } }, index: ['server_id'], limit: 1_000_000 })
    .exec()
  await writeSetting(
    db,
    'unconfirmed',
    docs.map(({ server_id }) => server_id),
  )
}

/** Records that the server has these rows or has deleted them. */
export const confirmRows = async (db: Database, serverIds: readonly string[]): Promise<void> => {
  if ((await readSetting(db, 'unconfirmed')).length === 0) return
  const confirmed = new Set(serverIds)
  await changeSetting(db, 'unconfirmed', ids => ids.filter(id => !confirmed.has(id)))
}

/** Queues the submissions that the server has lost; returns how many. */
export const resendLost = async (db: Database, now: number): Promise<number> => {
  const lost = await readSetting(db, 'unconfirmed')
  for (const serverId of lost) {
    const [doc] = await submissionByServerId(serverId).build(db.submissions).exec()
    if (doc !== undefined) await resend(db, doc.id, now)
  }
  if (lost.length > 0) await writeSetting(db, 'unconfirmed', [])
  return lost.length
}

const resend = async (db: Database, id: string, now: number): Promise<void> => {
  const before = await storedDocument(db.submissions, id)
  if (!isAlive(before)) return
  // The surveyor deleted it, and there is no row left to delete.
  if (before.hidden === 1) return endSubmission(db, id, 'surveyor', now)
  const files = await makePending(db, before.files)
  const key = before.client_key || (await keyFrom(before.server_id))
  await rewriteLog(db.submissions, id, stored =>
    !isAlive(stored) || stored.server_id === ''
      ? null
      : {
          base: null,
          pending: [asCreated(stored, key, files, now), ...pendingOperations(stored.crdts)],
        },
  )
  await queueAgain(db, id, now)
}

/** Queues what a submission has to be sent again, and makes it ready. */
export const queueAgain = async (db: Database, id: string, now: number): Promise<void> => {
  const stored = await storedDocument(db.submissions, id)
  if (!isAlive(stored)) return
  if (hasUnsentOperations(stored)) await queueSubmission(db, stored, now)
  await queueFiles(db, stored, now, 'queued')
  await makeReady(db, { submissionId: id })
}

/** Marks the files whose bytes are still here as pending; returns how many. */
export const makePending = async (db: Database, files: SubmissionDoc['files']): Promise<number> => {
  const named = files.filter(({ removed }) => removed !== true).map(({ id }) => id)
  const docs = await db.file_uploads.findByIds(named).exec()
  const here = [...docs.values()].filter(file => file.getAttachment(fileData) !== null)
  for (const file of here) await file.incrementalPatch({ sync_status: 'pending', synced_at: 0 })
  return here.length
}

/** The submission as one unsent operation. */
const asCreated = (
  stored: RxDocumentData<SubmissionDoc>,
  client_key: string,
  files_pending: number,
  now: number,
): Operations => {
  const { crdts: _, sent_before: __, ...doc } = stored
  const fields = Object.fromEntries(Object.entries(doc).filter(([name]) => !name.startsWith('_')))
  const $set = {
    ...fields,
    client_key,
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    answers: withoutAddresses(stored.answers, stored.files),
    files_pending,
    history: [...stored.history, { at: now, what: 'resent', note: '' }],
  }
  return [{ creator: 'resent', time: Math.max(1, now), body: [{ ifMatch: { $set } }] }]
}
