import { planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { baseFields, hides, pendingOperations } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'

/** Plans to take a deletion that the server has not confirmed out of a submission's log. */
export const planUndoing = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
): Promise<void> => {
  let isNothingLeft = false
  await planMove(transaction, db, submissionId, 'undone', stored => {
    if (!isSubmitted(stored)) return null
    const pending = pendingOperations(stored.crdts).filter(operations => !hides(operations))
    isNothingLeft = pending.length === 0
    return { base: baseFields<SubmissionDoc>(stored.crdts), pending }
  })
  const item = await transaction.read(db.outbox, submissionItemId(submissionId))
  // A ready item may be in flight, so it stays; the run finds that nothing is left to send.
  const isUnsent = (item?.state === 'queued' || item?.state === 'waiting') && item.sentAt === 0
  if (isNothingLeft && isUnsent && item.method === 'DELETE') {
    await transaction.remove(db.outbox, item.id)
  }
}
