import type { Database } from '../database.ts'
import { withNotes } from './logged.ts'
import { isSubmitted, planMove } from './plan-move.ts'
import type { Transaction } from '../one-database/transaction.ts'

/** The field of a submission with these copies; it goes with the last of them. */
export const copiesField = (copies: readonly string[]): { copies: string[] | undefined } => ({
  copies: copies.length === 0 ? undefined : [...new Set(copies)],
})

/** Plans to change which rows are copies of a submission; returns whether they change. */
export const planCopies = (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  change: (copies: readonly string[]) => readonly string[],
): Promise<boolean> =>
  planMove(transaction, db, submissionId, 'listed', stored => {
    if (!isSubmitted(stored)) return null
    const before = stored.copies ?? []
    const copies = change(before)
    if (copies.join() === before.join()) return null
    return withNotes(stored, copiesField(copies))
  })
