import { profileItemId } from '../collections/ids.ts'
import { outboxRank } from '../collections/schemas/outbox.ts'
import { recoveryEntries } from '../collections/queries.ts'
import { currentUser } from '../collections/schemas/user-profile.ts'
import { editProfile, type ProfileEdit } from '../collections/writes/write-profile.ts'
import { makeReady } from './outbox/outbox-states.ts'
import { queueProfile } from './outbox/queue.ts'
import { itemIsDone, type SubmitParts } from './submit.ts'

/**
 * What became of an edit of the profile when waiting for it ends: the server has it, it is kept until there is
 * a network, its request is still under way, the request failed and it waits for another, or the server
 * refused it; `message` is what was said of it.
 */
export type ProfileOutcome =
  | { readonly kind: 'updated' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'unsent'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Edits the profile: the same path online and offline. Once the edit is written nothing can lose it; being
 * online only means that it goes first and that this waits for it, up to 8 s.
 */
export const updateProfile = async (
  parts: SubmitParts,
  edit: ProfileEdit,
): Promise<ProfileOutcome> => {
  const { db, env, sync } = parts
  const earlier = await latestRefusal(parts)
  await editProfile(db, edit)
  if (!(await queueProfile(db, env.clock.now()))) return { kind: 'updated' }
  const isOnline = env.network.isOnline()
  if (isOnline) {
    await makeReady(db, { submissionId: currentUser }, outboxRank.interactive)
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

/** Of the newest entries in Recovery, so many may have come with the profile's. */
const lookedAt = 50

/** The last edit of the profile that the server refused; null when it has refused none. */
const latestRefusal = async ({
  db,
}: SubmitParts): Promise<{ readonly id: string; readonly message: string } | null> => {
  const item = await db.outbox.findOne(profileItemId).exec()
  if (item?.state === 'recovering') return { id: item.id, message: item.lastError }
  const entries = await recoveryEntries(lookedAt).build(db.recovery).exec()
  const entry = entries.find(({ kind }) => kind === 'profile')
  return entry === undefined ? null : { id: entry.id, message: entry.message }
}
