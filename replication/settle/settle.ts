import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { HistoryEntry } from '../../collections/schemas/history-entry.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { removeTakenOut } from '../../collections/writes/file-owners.ts'
import { filesOfItem } from '../attempt/attempt-files.ts'
import { planConfirmation, withHistory } from './confirm.ts'
import { countPendingFiles } from './count-pending-files.ts'
import type { Sent } from '../outbox/decide.ts'
import { planEnding } from '../bin/end-submission.ts'
import { planRestoration } from '../bin/restore-from-bin.ts'
import { planFiles, planQueueingRest } from '../outbox/queue.ts'
import { asSent } from '../../collections/interview/logged.ts'
import { settleProfile } from './settle-profile.ts'
import { readFieldKinds } from '../rows/field-kinds.ts'
import { rowToBase, sentToBase } from '../rows/submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'

/** Records that the server has what an item sent. All that follows, the item's end included, is one transaction. */
export const settle = async (
  db: Database,
  item: OutboxDoc,
  sent: Sent,
  now: number,
): Promise<void> => {
  if (item.type === 'PROFILE') return settleProfile(db, item, sent, now)
  const isGone = sent.kind === 'created' && sent.row !== null && sent.row.deleted_at !== ''
  // The answer to a repeated POST may be a row that was deleted after the first request had arrived. A deleted row has
  // neither answers nor a place, so the bin takes what was sent; a pull has passed the deletion already.
  const taken = isGone ? { ...sent, row: null } : sent
  const removedFiles = await transact(async transaction => {
    const removed = await planSent(transaction, db, item, taken, now)
    if (isGone) await planEnding(transaction, db, item.submission_id, 'elsewhere', now)
    if (sent.kind === 'uploaded' && sent.lost.length > 0) {
      // The item's next try handles the missing files.
      const again = { state: 'ready', in_doubt: false, payload: {}, nextRetryAt: 0 } as const
      await transaction.patch(db.outbox, item.id, again)
    } else await planClose(transaction, db, item, now)
    return removed
  })
  await removeTakenOut(db, item.submission_id, removedFiles)
}

/** Plans what an outcome changes besides the item. Returns the files that the surveyor had removed. */
const planSent = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  sent: Sent,
  now: number,
): Promise<readonly string[]> => {
  switch (sent.kind) {
    case 'created':
    case 'updated':
      return planConfirmation(transaction, db, item, sent, now)
    case 'uploaded':
      await planFilesSent(transaction, db, item, sent, now)
      return []
    case 'nothing':
      await planFinish(transaction, db, item, now)
      return []
    case 'deleted':
      await planDeleted(transaction, db, item.submission_id, now)
      return []
    case 'profile':
      return []
  }
}

/** Plans to end a submission whose row is gone. If the surveyor undid the deletion meanwhile, it is sent again. */
const planDeleted = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
): Promise<void> => {
  const submission = await submittedIn(transaction, db, submissionId)
  await planEnding(transaction, db, submissionId, 'surveyor', now)
  if (submission?.state === 'stored') await planRestoration(transaction, db, submissionId, now)
}

const planFilesSent = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  { fileIds, row }: Extract<Sent, { readonly kind: 'uploaded' }>,
  now: number,
): Promise<void> => {
  await transaction.ahead(db.file_uploads, fileIds)
  const submission = await submittedIn(transaction, db, item.submission_id)
  // While this tab slept, it may have ended or become unsent again. Its files then belong to a row without them.
  if (submission === null || submission.server_id === '') return
  const sent: FileUploadDoc[] = []
  for (const id of fileIds) {
    const file = await transaction.read(db.file_uploads, id)
    if (file !== null) sent.push(file)
    await transaction.patch(db.file_uploads, id, { sync_status: 'synced', synced_at: now })
  }
  await planNote(transaction, db, item, sent, now, row)
}

const planNote = (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  files: readonly FileUploadDoc[],
  now: number,
  row: SubmissionRow | null = null,
): Promise<void> => {
  const note = files.map(({ file_name }) => file_name).join(', ')
  const entry = { at: now, what: 'file', note } as const
  return planRecount(transaction, db, item.submission_id, entry, row)
}

/** Plans to count the files of a submission again when some were sent or lost in another way. */
const planFinish = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  now: number,
): Promise<void> => {
  const submission = await submittedIn(transaction, db, item.submission_id)
  if (submission === null || item.type !== 'FILE_UPLOAD') return
  const pending = await countPendingFiles(transaction, db, submission)
  if (submission.files_pending === pending) return
  const sent: FileUploadDoc[] = []
  for (const { id } of filesOfItem(submission, item)) {
    const file = await transaction.read(db.file_uploads, id)
    if (file?.sync_status === 'synced') sent.push(file)
  }
  await planNote(transaction, db, item, sent, now)
}

/**
 * Plans to update a submission's status to the files that the server still lacks (decisions 4). A `row` with a
 * revision is the server's answer to an upload and becomes the base, because its revision later proves that the server
 * still has these files (attempt/restored.ts).
 */
export const planRecount = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  entry: HistoryEntry,
  row: SubmissionRow | null = null,
): Promise<void> => {
  await planMove(transaction, db, submissionId, 'taken', async stored => {
    if (!isSubmitted(stored) || stored.server_id === '') return null
    const filesPending = await countPendingFiles(transaction, db, stored)
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

/** Plans to remove the item, and to queue the submission again if it was edited meanwhile, and its pending files. */
const planClose = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  now: number,
): Promise<void> => {
  await transaction.remove(db.outbox, item.id)
  const latest = await submittedIn(transaction, db, item.submission_id)
  if (latest !== null) await planFiles(transaction, db, latest, now, 'ready')
  if (item.type === 'SUBMISSION') await planQueueingRest(transaction, db, item.submission_id, now)
}
