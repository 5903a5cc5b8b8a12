import type { Database } from '../../collections/database.ts'
import { isSubmitted, planMove, submittedIn } from '../../collections/interview/plan-move.ts'
import { hides, pendingOperations } from '../../collections/operation-log.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import type { BinReason } from '../../collections/schemas/submissions.ts'
import { planDetaching } from '../../collections/writes/detach-edit.ts'
import { copiesField } from '../../collections/interview/copies.ts'
import { asEnded, asGone } from '../../collections/interview/refusals.ts'
import { asBinned, holdsWork } from '../../collections/writes/write-bin.ts'

/** What ends a submission on this device (collections/interview/machine.ts). */
type Ending = 'confirmed' | 'ended' | 'lost'

/**
 * Ends a submission on this device, because the server agreed to its deletion or no longer has it. One transaction:
 *
 *   an edit of it is open ──► it goes on as an unfinished interview, with all of it
 *   it is not ──► the submission is in the bin
 *
 * Its files stay, because files that the bin or a draft names are never removed.
 */
export const planEnding = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
  event: Ending = reason === 'surveyor' ? 'confirmed' : 'ended',
): Promise<void> => {
  const stored = await submittedIn(transaction, db, submissionId)
  if (stored === null) return
  // Unsent edits wait for their own 404, and then go to Recovery. A deletion does not, because it may be undone.
  const unsent = pendingOperations(stored.crdts)
  if (reason !== 'surveyor' && !unsent.every(hides)) return
  const why = stored.state === 'deleting' ? 'surveyor' : reason
  await planEndingWithEdits(transaction, db, submissionId, why, now, event)
}

/** Plans to end a submission whose unsent edits can no longer be sent. */
export const planEndingWithEdits = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
  event: Ending = 'ended',
): Promise<void> => {
  await planMove(transaction, db, submissionId, event, async stored => {
    if (!isSubmitted(stored) || (stored.state === 'unsent' && holdsWork(stored))) return null
    if (stored.work !== undefined) return planDetaching(transaction, db, stored, now)
    const base = holdsWork(stored) ? asBinned(stored, reason, now) : asEnded(stored)
    // What is in the bin has no row, so a copy that is left is shown as a submission.
    return { base, pending: [], local: copiesField([]) }
  })
}

/** Ends a submission on this device. */
export const endSubmission = (
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
): Promise<void> => transact(transaction => planEnding(transaction, db, submissionId, reason, now))

/** Plans to delete a submission's document, because another one has all of it. */
export const planJoined = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
): Promise<void> => {
  await planMove(transaction, db, submissionId, 'joined', stored =>
    stored === null ? null : { base: asGone(stored), pending: [] },
  )
}
