import { profileItemId } from '../collections/ids.ts'
import { transact } from '../collections/one-database/transaction.ts'
import { outboxRank } from '../collections/schemas/outbox.ts'
import { recoveryEntries } from '../collections/queries.ts'
import { currentUser } from '../collections/schemas/user-profile.ts'
import { planProfileEdit, type ProfileEdit } from '../collections/writes/write-profile.ts'
import { planProfile, planReady } from './outbox/queue.ts'
import { itemIsDone, type SubmitParts } from './submit.ts'

/**
 * The state of an edit of the profile when waiting for it ends.
 * updated: the server has it. saved: there is no network. sending: its request is in flight. unsent: its request
 * failed and will be repeated. refused: it went to Recovery. `message` is why the last request failed.
 */
export type ProfileOutcome =
  | { readonly kind: 'updated' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'unsent'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Edits the profile, online and offline in the same way. Once the edit is written, nothing can lose it. Online it
 * also goes first in the outbox, and this waits for it, up to 8 s.
 */
export const updateProfile = async (
  parts: SubmitParts,
  edit: ProfileEdit,
): Promise<ProfileOutcome> => {
  const { db, env, sync } = parts
  const earlier = await latestRefusal(parts)
  const isOnline = env.network.isOnline()
  const isQueued = await transact(async transaction => {
    await planProfileEdit(transaction, db, edit)
    if (!(await planProfile(transaction, db, env.clock.now()))) return false
    const first = { rank: outboxRank.interactive }
    if (isOnline) await planReady(transaction, db, currentUser, [profileItemId], first)
    return true
  })
  if (!isQueued) return { kind: 'updated' }
  if (isOnline) {
    void sync.wake()
    await itemIsDone(parts, profileItemId)
  }
  const refusal = await latestRefusal(parts)
  if (refusal !== null && refusal.id !== earlier?.id) {
    return { kind: 'refused', message: refusal.message }
  }
  const item = await db.outbox.findOne(profileItemId).exec()
  if (item === null) return { kind: 'updated' }
  env.registerSync()
  if (!isOnline) return { kind: 'saved' }
  return item.state === 'ready' ? { kind: 'sending' } : { kind: 'unsent', message: item.lastError }
}

/** How many of the newest entries are read, because others may have come to Recovery after the profile's. */
const lookedAt = 50

/** The last refused edit of the profile, also while it moves to Recovery; null when there is none. */
const latestRefusal = async ({
  db,
}: SubmitParts): Promise<{ readonly id: string; readonly message: string } | null> => {
  const item = await db.outbox.findOne(profileItemId).exec()
  if (item?.state === 'recovering') return { id: item.id, message: item.lastError }
  const entries = await recoveryEntries(lookedAt).build(db.recovery).exec()
  const entry = entries.find(({ kind }) => kind === 'profile')
  return entry === undefined ? null : { id: entry.id, message: entry.message }
}
