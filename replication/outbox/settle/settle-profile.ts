import type { Database } from '../../../collections/database.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { hashOperations } from '../attempt/attempt-submission.ts'
import type { Sent } from '../decide.ts'
import { makeReady } from '../outbox-states.ts'
import { userToBase } from '../../pull/pull-account.ts'
import { queueProfile } from '../queue.ts'
import { asSent, isAlive, rewriteLog } from '../../rest-crdt.ts'
import type { User } from '../../wire/answers.ts'

/**
 * Carries out that the server has the edits of the profile that an item sent: its user becomes the base, then
 * the item goes. A crash in between is harmless: the next try finds nothing left to say, and settles again.
 */
export const settleProfile = async (
  db: Database,
  item: OutboxDoc,
  sent: Sent,
  now: number,
): Promise<void> => {
  if (sent.kind === 'profile') await confirm(db, item.id, sent.user)
  const doc = await db.outbox.findOne(item.id).exec()
  await doc?.incrementalRemove()
  // Read after the removal: an edit written before it found the item, and was not queued anew.
  if (await queueProfile(db, now)) await makeReady(db, { submissionId: currentUser })
}

/** Puts what the server took under the edits that came after it was sent. */
const confirm = async (db: Database, itemId: string, user: User): Promise<void> => {
  const current = await db.outbox.findOne(itemId).exec()
  if (current === null) return
  const { sentOps, sentHash } = current
  await rewriteLog(db.user_profile, currentUser, async stored => {
    if (!isAlive(stored)) return null
    const pending = pendingOperations(stored.crdts)
    if ((await hashOperations(pending.slice(0, sentOps))) !== sentHash) return null
    const { profile_image_local } = await asSent(db.user_profile, stored, sentOps)
    return {
      base: userToBase(user, profile_image_local ?? ''),
      pending: pending.slice(sentOps),
    }
  })
}
