import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { itemsOfSubmission, unsentSubmissions } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { hashOperations } from '../../replication/outbox/attempt/attempt-submission.ts'
import { queueFiles, queueSubmission } from '../../replication/outbox/queue.ts'
import { toCreateRequest } from '../../replication/submission-rows.ts'

/**
 * Prepares unsent work for another device that may send it too. From now on its outcome is in doubt: the body is
 * frozen, a server that knows client keys gives both devices the same answer, and a plain server is asked for the
 * submission before it is sent (decisions 4). Later edits follow, as after any lost answer.
 */
export const shareUnsentWork = async (db: Database, now: number): Promise<void> => {
  const unsent = await unsentSubmissions('pending').build(db.submissions).exec()
  for (const doc of unsent) await shareSubmission(db, doc.toMutableJSON() as SubmissionDoc, now)
}

/** Prepares one submission, on either of the two devices. */
export const shareSubmission = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<void> => {
  if (submission.server_id === '') {
    await queueSubmission(db, submission, now)
    const frozen = await freeze(submission)
    await changeItem(db, submissionItemId(submission.id), item =>
      item.in_doubt ? item : { ...item, ...frozen },
    )
  }
  await shareFiles(db, submission, now)
}

/**
 * Prepares files, which are uploaded after their submission; those that the server lists by then are not sent again.
 */
export const shareFiles = async (
  db: Database,
  submission: SubmissionDoc,
  now: number,
): Promise<void> => {
  await queueFiles(db, submission, now, 'queued')
  const items = await itemsOfSubmission(submission.id).build(db.outbox).exec()
  for (const { id, type } of items) {
    if (type === 'FILE_UPLOAD') await changeItem(db, id, item => ({ ...item, in_doubt: true }))
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
    sentOps: pending.length,
    sentHash: await hashOperations(pending),
  }
}

const changeItem = async (
  db: Database,
  id: string,
  change: (item: OutboxDoc) => OutboxDoc,
): Promise<void> => {
  const item = await db.outbox.findOne(id).exec()
  await item?.incrementalModify(data => ({ ...data, ...change(data) }))
}
