import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { itemsOfSubmission, unsentSubmissions } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { carriedBy } from '../../replication/outbox/carried.ts'
import { planFiles, toItem } from '../../replication/outbox/queue.ts'
import { toCreateRequest } from '../../replication/rows/submission-rows.ts'

/**
 * Prepares unsent work for another device that may send it too. From now on its outcome is in doubt: the body is
 * frozen, a server that knows client keys gives both devices the same answer, and a plain server is asked for the
 * submission before it is sent (decisions 4). Later edits follow, as after any lost answer.
 */
export const shareUnsentWork = async (db: Database, now: number): Promise<void> => {
  const unsent = await unsentSubmissions('pending').build(db.submissions).exec()
  for (const { id } of unsent) {
    await transact(transaction => planSharing(transaction, db, id, now))
  }
}

/** Plans to prepare one submission, on either of the two devices. */
export const planSharing = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
): Promise<void> => {
  const submission = await transaction.read(db.submissions, submissionId)
  if (submission === null) return
  if (submission.server_id === '') {
    const itemId = submissionItemId(submissionId)
    await transaction.insert(db.outbox, toItem(submission, now))
    const item = await transaction.read(db.outbox, itemId)
    if (item?.in_doubt === false) {
      await transaction.patch(db.outbox, itemId, await freeze(submission))
    }
  }
  // Its files are uploaded after it; those that the server lists by then are not sent again.
  const queued = await planFiles(transaction, db, submission, now, 'queued')
  const stored = await transaction.find(db.outbox, itemsOfSubmission(submission.id))
  const others = stored.filter(({ type }) => type === 'FILE_UPLOAD').map(({ id }) => id)
  for (const id of new Set([...queued, ...others])) {
    await transaction.patch(db.outbox, id, { in_doubt: true })
  }
}

/** The current body, and which operations it contains. */
const freeze = async (
  submission: SubmissionDoc,
): Promise<Pick<OutboxDoc, 'payload' | 'in_doubt' | 'sentAt' | 'sentOps' | 'sentHash'>> => {
  const pending = pendingOperations(submission.crdts)
  return {
    payload: { ...toCreateRequest(submission) },
    in_doubt: true,
    sentAt: 0,
    ...(await carriedBy(pending)),
  }
}
