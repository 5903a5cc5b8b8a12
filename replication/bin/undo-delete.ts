import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { isAlive, planLog } from '../rest-crdt.ts'
import { hides } from '../../collections/writes/write-submission.ts'
import type { SubmitParts } from '../submit.ts'
import { planRestoration, type Restored } from './restore-from-bin.ts'

/**
 * Undoes the surveyor's deletion of a submission. A confirmed one is restored from the bin. One that the server has
 * not confirmed is removed from the log. If its request arrives nevertheless, the interview is sent again: at the
 * answer (settle.ts) or, when the answer was lost, once its row is found missing (attempt-submission.ts).
 */
export const undoDelete = async (
  { db, env, sync }: SubmitParts,
  submissionId: string,
): Promise<Restored> => {
  const restored = await transact(async transaction => {
    const submission = await transaction.read(db.submissions, submissionId)
    return submission?.hidden === 1
      ? planUndoing(transaction, db, submissionId)
      : planRestoration(transaction, db, submissionId, env.clock.now())
  })
  const isNew = restored.kind === 'restored' && restored.submissionId !== submissionId
  if (isNew && env.network.isOnline()) void sync.wake()
  return restored
}

const planUndoing = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
): Promise<Restored> => {
  let isNothingLeft = false
  await planLog(transaction, db.submissions, submissionId, stored => {
    if (!isAlive(stored)) return null
    const pending = pendingOperations(stored.crdts).filter(operations => !hides(operations))
    isNothingLeft = pending.length === 0
    return { base: baseFields<SubmissionDoc>(stored.crdts), pending }
  })
  const item = await transaction.read(db.outbox, submissionItemId(submissionId))
  // A ready item may be in flight, so it stays; the run finds that nothing is left to send.
  const isWaiting = item?.state === 'queued' && item.sentAt === 0
  if (isNothingLeft && isWaiting && item.method === 'DELETE') {
    await transaction.remove(db.outbox, item.id)
  }
  return { kind: 'restored', submissionId, lostFiles: 0 }
}
