import type { Database } from '../../collections/database.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { isCarried } from '../outbox/carried.ts'
import type { Sent } from '../outbox/decide.ts'
import { userToBase } from '../rows/keep-user.ts'
import { planProfile } from '../outbox/queue.ts'
import { asSent, isAlive, planLog } from '../../collections/interview/logged.ts'

/**
 * Settles an item of the profile in one transaction: the server's user becomes the base, the item is removed, and
 * later edits are queued.
 */
export const settleProfile = (
  db: Database,
  item: OutboxDoc,
  sent: Sent,
  now: number,
): Promise<void> =>
  transact(async transaction => {
    if (sent.kind === 'profile') await planUser(transaction, db, item.id, sent)
    await transaction.remove(db.outbox, item.id)
    if (await planProfile(transaction, db, now)) {
      await transaction.patch(db.outbox, item.id, { state: 'ready' })
    }
  })

/** Plans to put what the server took, as the new base, under the edits that came after the request. */
const planUser = async (
  transaction: Transaction,
  db: Database,
  itemId: string,
  { user, carried: noted }: Extract<Sent, { readonly kind: 'profile' }>,
): Promise<void> => {
  const current = await transaction.read(db.outbox, itemId)
  if (current === null) return
  // While this tab slept, another one may have noted another request.
  const carried = noted ?? current
  await planLog(transaction, db.user_profile, currentUser, async stored => {
    if (!isAlive(stored)) return null
    const pending = pendingOperations(stored.crdts)
    if (!(await isCarried(pending, carried))) return null
    const { profile_image_local } = await asSent(db.user_profile, stored, carried.sentOps)
    return {
      base: userToBase(user, profile_image_local ?? ''),
      pending: pending.slice(carried.sentOps),
    }
  })
}
