import { submissionItemId } from '../../collections/ids.ts'
import { baseFields, pendingOperations, type Operations } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { isAlive, rewriteLog } from '../rest-crdt.ts'
import type { SubmitParts } from '../submit.ts'
import { restoreFromBin, type Restored } from './restore-from-bin.ts'

/**
 * Undoes the surveyor's deletion of a submission. A confirmed one is restored from the bin. One that the server has
 * not confirmed is removed from the log. If its request arrives nevertheless, the interview is sent again: at the
 * answer (settle.ts) or, when the answer was lost, once its row is found missing (attempt-submission.ts).
 */
export const undoDelete = async (
  { db, env, sync }: SubmitParts,
  submissionId: string,
): Promise<Restored> => {
  const isUndone = await rewriteLog(db.submissions, submissionId, stored =>
    !isAlive(stored) || stored.hidden === 0
      ? null
      : {
          base: baseFields<SubmissionDoc>(stored.crdts),
          pending: pendingOperations(stored.crdts).filter(operations => !hides(operations)),
        },
  )
  if (!isUndone) {
    const restored = await restoreFromBin(db, submissionId, env.clock.now())
    if (env.network.isOnline()) void sync.wake()
    return restored
  }
  const stored = await db.submissions.findOne(submissionId).exec()
  const item = await db.outbox.findOne(submissionItemId(submissionId)).exec()
  const isNothingLeft = stored !== null && pendingOperations(stored.crdts).length === 0
  // A ready item may be in flight, so it stays; the run finds that nothing is left to send.
  const isWaiting = item?.state === 'queued' && item.sentAt === 0
  if (isNothingLeft && isWaiting && item.method === 'DELETE') await item.incrementalRemove()
  return { kind: 'restored', submissionId, lostFiles: 0 }
}

const hides = (operations: Operations): boolean =>
  operations.flatMap(({ body }) => body).some(({ ifMatch }) => ifMatch?.$set?.['hidden'] === 1)
