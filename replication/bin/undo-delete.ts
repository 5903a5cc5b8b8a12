import { submissionItemId } from '../../collections/ids.ts'
import { baseFields, pendingOperations, type Operations } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { isAlive, rewriteLog } from '../rest-crdt.ts'
import type { SubmitParts } from '../submit.ts'
import { restoreFromBin, type Restored } from './restore-from-bin.ts'

/**
 * Takes a deletion by the surveyor back. One that is done comes out of the bin. One that the server has not confirmed
 * leaves the log; where its request arrived all the same, the interview is sent anew: at its answer (settle.ts), or,
 * when the answer was lost, after the row was looked for (attempt-submission.ts).
 */
export const undoDelete = async (
  { db, env, sync }: SubmitParts,
  submissionId: string,
): Promise<Restored> => {
  const isTakenBack = await rewriteLog(db.submissions, submissionId, stored =>
    !isAlive(stored) || stored.hidden === 0
      ? null
      : {
          base: baseFields<SubmissionDoc>(stored.crdts),
          pending: pendingOperations(stored.crdts).filter(operations => !hides(operations)),
        },
  )
  if (!isTakenBack) {
    const restored = await restoreFromBin(db, submissionId, env.clock.now())
    if (env.network.isOnline()) void sync.wake()
    return restored
  }
  const stored = await db.submissions.findOne(submissionId).exec()
  const item = await db.outbox.findOne(submissionItemId(submissionId)).exec()
  const isNothingLeft = stored !== null && pendingOperations(stored.crdts).length === 0
  // One that is ready may be on its way; the run finds that nothing is left to say.
  const isWaiting = item?.state === 'queued' && item.sentAt === 0
  if (isNothingLeft && isWaiting && item.method === 'DELETE') await item.incrementalRemove()
  return { kind: 'restored', submissionId, lostFiles: 0 }
}

const hides = (operations: Operations): boolean =>
  operations.flatMap(({ body }) => body).some(({ ifMatch }) => ifMatch?.$set?.['hidden'] === 1)
