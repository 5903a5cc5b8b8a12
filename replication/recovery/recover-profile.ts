import type { Transaction } from '../../collections/one-database/transaction.ts'
import type { Database } from '../../collections/database.ts'
import { baseFields, pendingOperations, type Operations } from '../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { planProfile } from '../outbox/queue.ts'
import { isAlive, planLog } from '../../collections/interview/logged.ts'
import { withRefused } from './with-refused.ts'

/**
 * Edits of the profile that the server refused leave the profile for Recovery, and return. The profile shows the
 * server's values again, with later edits over them.
 */

/** The unsent edits of the profile, oldest first. */
export const unsentProfileEdits = async (
  transaction: Transaction,
  db: Database,
): Promise<readonly Operations[]> => {
  const profile = await transaction.read(db.user_profile, currentUser)
  return profile === null ? [] : pendingOperations(profile.crdts)
}

/** Plans to take the oldest unsent edits out of the profile, because an entry of Recovery has them. */
export const planProfileWithoutEdits = (
  transaction: Transaction,
  db: Database,
  count: number,
): Promise<void> => planPending(transaction, db, pending => pending.slice(count))

/** Plans to put edits of the profile back among the others, and to queue them; false when there is no profile. */
export const planProfileEdits = async (
  transaction: Transaction,
  db: Database,
  edits: readonly Operations[],
  now: number,
): Promise<boolean> => {
  if ((await transaction.read(db.user_profile, currentUser)) === null) return false
  await planPending(transaction, db, pending => withRefused(edits, pending))
  await planProfile(transaction, db, now)
  return true
}

const planPending = async (
  transaction: Transaction,
  db: Database,
  change: (pending: readonly Operations[]) => readonly Operations[],
): Promise<void> => {
  await planLog(transaction, db.user_profile, currentUser, stored => {
    if (!isAlive(stored)) return null
    const pending = pendingOperations(stored.crdts)
    const next = change(pending)
    const base = baseFields<UserProfileDoc>(stored.crdts)
    return base === null || next.length === pending.length ? null : { base, pending: next }
  })
}
