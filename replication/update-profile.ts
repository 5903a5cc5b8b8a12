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
  const earlier = new Set((await refusals(parts)).map(({ id }) => id))
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
  const refusal = (await refusals(parts)).find(({ id }) => !earlier.has(id))
  if (refusal !== undefined) return { kind: 'refused', message: refusal.message }
  const item = await db.outbox.findOne(profileItemId).exec()
  if (item === null) return { kind: 'updated' }
  env.registerSync()
  if (!isOnline) return { kind: 'saved' }
  return item.state === 'ready' ? { kind: 'sending' } : { kind: 'unsent', message: item.lastError }
}

/** The refused edits of the profile, also one that is moving to Recovery. */
const refusals = async ({
  db,
}: SubmitParts): Promise<readonly { readonly id: string; readonly message: string }[]> => {
  const item = await db.outbox.findOne(profileItemId).exec()
  const moving = item?.state === 'recovering' ? [{ id: item.id, message: item.lastError }] : []
  // All of them, because after the clock was set back the last one is not the newest.
  const entries = await recoveryEntries(10_000).build(db.recovery).exec()
  return [...moving, ...entries.filter(({ kind }) => kind === 'profile')]
}
