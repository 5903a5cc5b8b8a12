import { contentOf } from '../../collections/interview/content.ts'
import { ownReplies } from '../../collections/interview/review.ts'
import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { keyFrom } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { pendingOperations, type Operations } from '../../collections/operation-log.ts'
import { submissionByServerId, submissionsWithRow } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { hasBytes } from '../../collections/writes/write-files.ts'
import {
  planSetting,
  readSetting,
  settingIn,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { planEnding } from '../bin/end-submission.ts'
import { planQueueingAgain } from '../outbox/queue.ts'

/**
 * Marks all server ids of this device as unconfirmed, because a server that was restored from a backup has lost what
 * came after it. Such a server restarts the list of changes and lists everything that it has:
 *
 *   restarted ──► all server ids here are unconfirmed ──► each page confirms the rows that it lists
 *             ──► after the last page the rest is sent again, under the same keys
 */
export const noteRestart = async (db: Database): Promise<void> => {
  const docs = await submissionsWithRow.build(db.submissions).exec()
  await writeSetting(
    db,
    'unconfirmed',
    docs.map(({ server_id }) => server_id),
  )
}

/** Plans to note that the server has these rows or has deleted them. */
export const planConfirmed = async (
  transaction: Transaction,
  db: Database,
  serverIds: readonly string[],
): Promise<void> => {
  const unconfirmed = await settingIn(transaction, db, 'unconfirmed')
  const confirmed = new Set(serverIds)
  const left = unconfirmed.filter(id => !confirmed.has(id))
  if (left.length < unconfirmed.length) await planSetting(transaction, db, 'unconfirmed', left)
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

const resend = (db: Database, id: string, now: number): Promise<void> =>
  transact(async transaction => {
    const before = await submittedIn(transaction, db, id)
    if (before === null) return
    // The surveyor deleted it, and there is no row left to delete.
    if (before.state === 'deleting') {
      return planEnding(transaction, db, id, 'surveyor', now, 'lost')
    }
    const files = await planPendingFiles(transaction, db, before.files)
    const key = before.client_key || (await keyFrom(before.server_id))
    await planMove(transaction, db, id, 'lost', stored =>
      !isSubmitted(stored) || stored.server_id === ''
        ? null
        : {
            base: null,
            pending: [asCreated(stored, key, files, now), ...pendingOperations(stored.crdts)],
          },
    )
    await planQueueingAgain(transaction, db, id, now)
  })

/** Plans to send the files again whose bytes are still here; returns how many. */
export const planPendingFiles = async (
  transaction: Transaction,
  db: Database,
  files: SubmissionDoc['files'],
): Promise<number> => {
  let count = 0
  for (const { id, removed } of files) {
    if (removed === true || !(await hasBytes(transaction, db, id))) continue
    await transaction.patch(db.file_uploads, id, { sync_status: 'pending', synced_at: 0 })
    count += 1
  }
  return count
}

/** The submission as one unsent operation. */
const asCreated = (
  stored: RxDocumentData<SubmissionDoc>,
  client_key: string,
  files_pending: number,
  now: number,
): Operations => {
  const { crdts: _, sent_before: __, review: ___, corrects: ____, ...fields } = contentOf(stored)
  const replies = ownReplies(stored)
  const $set = {
    ...fields,
    client_key,
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    state: 'unsent',
    answers: withoutAddresses(stored.answers, stored.files),
    files_pending,
    ...(Object.keys(replies).length === 0 ? {} : { replies }),
    history: [...stored.history, { at: now, what: 'resent', note: '' }],
  }
  return [{ creator: 'resent', time: Math.max(1, now), body: [{ ifMatch: { $set } }] }]
}
