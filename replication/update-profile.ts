import { profileItemId } from '../collections/ids.ts'
import { transact } from '../collections/one-database/transaction.ts'
import { canonical, type Operations } from '../collections/operation-log.ts'
import { outboxRank } from '../collections/schemas/outbox.ts'
import { payloadOf, type RecoveryEntry } from '../collections/interview/refusals.ts'
import { readEntries } from '../collections/recovery-entries.ts'
import { currentUser } from '../collections/schemas/user-profile.ts'
import { planProfileEdit, type ProfileEdit } from '../collections/writes/write-profile.ts'
import { planProfile, planReady } from './outbox/queue.ts'
import { unsentProfileEdits } from './recovery/recover-profile.ts'
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
  const isOnline = env.network.isOnline()
  const unsent = await transact(async transaction => {
    await planProfileEdit(transaction, db, edit)
    if (!(await planProfile(transaction, db, env.clock.now()))) return []
    const first = { rank: outboxRank.interactive }
    if (isOnline) await planReady(transaction, db, currentUser, [profileItemId], first)
    return unsentProfileEdits(transaction, db)
  })
  const own = unsent.at(-1)
  if (own === undefined) return { kind: 'updated' }
  if (isOnline) {
    void sync.wake()
    await itemIsDone(parts, profileItemId)
  }
  const refusal = await refusalOf(parts, own)
  if (refusal !== null) return { kind: 'refused', message: refusal.message }
  const item = await db.outbox.findOne(profileItemId).exec()
  if (item === null) return { kind: 'updated' }
  env.registerSync()
  if (!isOnline) return { kind: 'saved' }
  return item.state === 'ready' ? { kind: 'sending' } : { kind: 'unsent', message: item.lastError }
}

/** The entry of Recovery that has an edit; null when there is none. */
const refusalOf = async ({ db }: SubmitParts, edit: Operations): Promise<RecoveryEntry | null> => {
  const isIn = (entry: RecoveryEntry) =>
    entry.kind === 'profile' &&
    payloadOf(entry).profile.some(refused => canonical(refused) === canonical(edit))
  return (await readEntries(db)).find(isIn) ?? null
}
