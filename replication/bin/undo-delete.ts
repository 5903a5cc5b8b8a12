import { submissionItemId } from '../../collections/ids.ts'
import { baseFields, pendingOperations, type Operations } from '../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { rewriteLog } from '../rest-crdt.ts'
import type { SubmitParts } from '../submit.ts'
import { restoreFromBin, type Restored } from './restore-from-bin.ts'

/**
 * Takes a deletion by the surveyor back. One that the server has not confirmed leaves the log, and should its
 * request arrive all the same, the interview is sent anew (settle.ts). One that is done comes out of the bin.
 */
export const undoDelete = async (
  { db, env, sync }: SubmitParts,
  submissionId: string,
): Promise<Restored> => {
  const isTakenBack = await rewriteLog(db.submissions, submissionId, stored =>
    stored === null || stored._deleted || stored.hidden === 0
      ? null
      : {
          base: baseFields<SubmissionDoc>(stored.crdts),
          pending: pendingOperations(stored.crdts).filter(operations => !hides(operations)),
        },
  )
  if (!isTakenBack) {
    const restored = await restoreFromBin(db, submissionId, env.clock.now())
    void sync.wake()
    return restored
  }
  const stored = await db.submissions.findOne(submissionId).exec()
  const item = await db.outbox.findOne(submissionItemId(submissionId)).exec()
  const isNothingLeft = stored !== null && pendingOperations(stored.crdts).length === 0
  if (isNothingLeft && item?.method === 'DELETE' && item.sentAt === 0)
    await item.incrementalRemove()
  return { kind: 'restored', submissionId, lostFiles: 0 }
}

const hides = (operations: Operations): boolean =>
  operations.flatMap(({ body }) => body).some(({ ifMatch }) => ifMatch?.$set?.['hidden'] === 1)
