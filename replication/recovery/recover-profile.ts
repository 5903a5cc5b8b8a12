import type { Database } from '../../collections/database.ts'
import {
  baseFields,
  canonical,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { queueProfile } from '../outbox/queue.ts'
import { isAlive, rewriteLog, storedDocument } from '../rest-crdt.ts'

/**
 * Moves edits of the profile that the server refused into Recovery, and back.
 *
 *   item 'recovering' ──► entry with the refused edits ──► profile without them ──► item removed
 *   entry ──► its edits, put before later ones ──► outbox item ──► entry removed
 *
 * The profile shows the server's values again, with later edits over them. Each step is safe to repeat, because an
 * entry that exists already names the refused edits, also when others came after a crash.
 */
export const finishProfileRecovery = async (
  db: Database,
  item: OutboxDoc,
  entry: RecoveryDoc,
  now: number,
): Promise<void> => {
  await db.recovery.insertIfNotExists(entry)
  const kept = await db.recovery.findOne(entry.id).exec(true)
  const refused = payloadOf(kept.toMutableJSON() as RecoveryDoc).profile
  await changePending(db, pending => without(pending, refused))
  const doc = await db.outbox.findOne(item.id).exec()
  await doc?.incrementalRemove()
  await queueProfile(db, now)
}

/** The unsent edits of the profile, oldest first. */
export const unsentProfileEdits = async (db: Database): Promise<readonly Operations[]> => {
  const stored = await storedDocument(db.user_profile, currentUser)
  return !isAlive(stored) ? [] : pendingOperations(stored.crdts)
}

/** Puts edits of the profile back before later ones and queues them; false when there is no profile. */
export const putBackProfileEdits = async (
  db: Database,
  edits: readonly Operations[],
  now: number,
): Promise<boolean> => {
  if ((await db.user_profile.findOne(currentUser).exec()) === null) return false
  await changePending(db, pending => [...without(edits, pending), ...pending])
  await queueProfile(db, now)
  return true
}

/** The `operations` that are not among `others`. */
const without = (
  operations: readonly Operations[],
  others: readonly Operations[],
): readonly Operations[] => {
  const known = new Set(others.map(canonical))
  return operations.filter(each => !known.has(canonical(each)))
}

const changePending = async (
  db: Database,
  change: (pending: readonly Operations[]) => readonly Operations[],
): Promise<void> => {
  await rewriteLog(db.user_profile, currentUser, stored => {
    if (!isAlive(stored)) return null
    const pending = pendingOperations(stored.crdts)
    const next = change(pending)
    const base = baseFields<UserProfileDoc>(stored.crdts)
    return base === null || next.length === pending.length ? null : { base, pending: next }
  })
}
