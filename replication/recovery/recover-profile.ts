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
 * Moving edits of the profile that the server would not take into Recovery, and back.
 *
 *   item 'recovering' ──► entry with the refused edits ──► profile without them ──► item removed
 *   entry ──► the edits before those that came later ──► outbox item ──► entry removed
 *
 * The profile shows the server's row again, with what was edited since. Each step is safe to repeat: an entry
 * that is there already tells which edits were refused, whatever was edited after a crash.
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

/** The edits of the profile that the server has not heard, oldest first. */
export const unsentProfileEdits = async (db: Database): Promise<readonly Operations[]> => {
  const stored = await storedDocument(db.user_profile, currentUser)
  return !isAlive(stored) ? [] : pendingOperations(stored.crdts)
}

/** Puts edits of the profile back before those that came later, and queues them; false when there is no profile. */
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

/** Those of `operations` that are not among `others`. */
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
