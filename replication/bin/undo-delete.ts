import { submittedIn } from '../../collections/interview/plan-move.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import type { SubmitParts } from '../submit.ts'
import { planUndoing } from './plan-undoing.ts'
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
    const submission = await submittedIn(transaction, db, submissionId)
    if (submission === null) {
      return planRestoration(transaction, db, submissionId, env.clock.now())
    }
    await planUndoing(transaction, db, submissionId)
    return { kind: 'restored', lostFiles: 0 } as const
  })
  if (restored.kind === 'restored' && env.network.isOnline()) void sync.wake()
  return restored
}
