import { readKeys, type HeldKey } from '../../collections/storage/data-key.ts'
import { err, ok, type Result } from '../../replication/http/result.ts'
import type { Env } from '../env.ts'
import { openSession } from '../session/open-session.ts'
import { databaseOf } from './key/database-of.ts'
import { noteUse } from './last-use.ts'
import {
  changeMinutes,
  changePin as changeStoredPin,
  openWithPin,
  preparePin,
  removePin as removeStoredPin,
  writePin,
  type ChosenPin,
  type KeyStore,
  type NotOpened,
  type Unprepared,
} from './key/keys.ts'
import { reseal } from './key/reseal.ts'
import { askTabs, send } from './tabs.ts'
import { watchLock, type WatchParts } from './watch.ts'

/**
 * Sets, changes and removes the PIN, and opens what it protects.
 *
 * The vault is sealed before the usable key is deleted, and opened after that key is back. So a crash in between leaves
 * the usable key, which opens both, and the next start finishes what is left: `reopen`.
 */

/** What the lock works on. */
export interface LockParts extends WatchParts {
  readonly env: WatchParts['env'] &
    Pick<Env, 'defaultServerUrl' | 'deviceKey' | 'indexedDb' | 'sessionMirror'>
}

const storeOf = ({ env }: Pick<LockParts, 'env'>, name: string): KeyStore => ({
  port: env.indexedDb,
  name,
})

/** Sets a PIN for the open database. `recoveryKey`: that of the account. */
export const setPin = async (
  parts: LockParts,
  database: string,
  recoveryKey: Uint8Array<ArrayBuffer>,
  chosen: ChosenPin,
): Promise<Result<HeldKey, Unprepared>> => {
  const { env, held$ } = parts
  const store = storeOf(parts, database)
  const prepared = await preparePin(store, recoveryKey, chosen)
  if (!prepared.ok) return prepared
  const { held } = prepared.value
  const undo = async () => {
    held$.next(null)
    send(env, { type: 'unpinned', database })
    await reseal(env, held, 'device')
  }
  noteUse(env)
  held$.next(held)
  watchLock(parts)
  // Before the vault is sealed, because the other tabs then need the key for it.
  send(env, { type: 'key', held })
  try {
    await reseal(env, held, 'pin')
    await env.sessionMirror.clear()
    if (await writePin(store, prepared.value)) {
      // A copy that was on its way when the first one was deleted.
      await env.sessionMirror.clear()
      return ok(held)
    }
  } catch (error) {
    await undo()
    throw error
  }
  await undo()
  return err('pinned')
}

/** Replaces the PIN. */
export const changePin = async (
  { env, held$ }: LockParts,
  database: string,
  pin: string,
  chosen: ChosenPin,
): Promise<Result<HeldKey, NotOpened>> => {
  const changed = await changeStoredPin(storeOf({ env }, database), pin, chosen, env.clock.now)
  if (!changed.ok) return changed
  held$.next(changed.value)
  send(env, { type: 'key', held: changed.value })
  return changed
}

/** Sets the time without use after which the app locks. */
export const setMinutes = async ({ env, held$ }: LockParts, minutes: number): Promise<void> => {
  const held = held$.value
  if (held === null) return
  await changeMinutes(storeOf({ env }, held.database), minutes)
  const changed = { ...held, minutes }
  held$.next(changed)
  send(env, { type: 'key', held: changed })
}

/** Removes the PIN. */
export const removePin = async (
  parts: LockParts,
  database: string,
  pin: string,
): Promise<Result<null, NotOpened>> => {
  const store = storeOf(parts, database)
  const opened = await openWithPin(store, pin, parts.env.clock.now)
  if (!opened.ok) return opened
  await turnOff(parts, opened.value)
  return ok(null)
}

const turnOff = async ({ env, held$ }: LockParts, held: HeldKey): Promise<void> => {
  await removeStoredPin(storeOf({ env }, held.database), held)
  held$.next(null)
  send(env, { type: 'unpinned', database: held.database })
  await reseal(env, held, 'device')
}

/** Opens a locked session with the PIN, here and in the other tabs. */
export const unlock = async (
  { env, held$, session }: LockParts,
  database: string,
  pin: string,
): Promise<Result<null, NotOpened>> => {
  const opened = await openWithPin(storeOf({ env }, database), pin, env.clock.now)
  if (opened.ok) {
    await sealOwn(env, opened.value)
    noteUse(env)
    held$.next(opened.value)
  } else if (opened.failure.kind !== 'gone') return opened
  await session.hydrate()
  send(env, { type: 'unlocked', database })
  return ok(null)
}

/** Seals a session that was stored without the PIN, if it is of this database's surveyor. */
const sealOwn = async (env: LockParts['env'], held: HeldKey): Promise<void> => {
  const stored = env.local.get('authData')
  const session = stored === null ? null : await openSession(stored, await env.deviceKey())
  if (session !== null && (await databaseOf(env, session.user.id)) === held.database) {
    await reseal(env, held, 'pin')
  }
}

/**
 * Opens a locked session without asking: with the key of an unlocked tab, or when the database has no PIN any more,
 * because it was being set or removed when the app was ended, or its storage was deleted. False when only the PIN opens
 * it.
 */
export const reopen = async (parts: LockParts, database: string): Promise<boolean> => {
  const { env, held$ } = parts
  watchLock(parts)
  const { pin, data } = await readKeys(env.indexedDb, database)
  const mine = held$.value?.database === database ? held$.value : null
  if (pin === undefined) {
    // A tab that is setting the PIN has sealed the session already. Without an answer the sealing was interrupted.
    const setting = mine === null ? await askTabs(env, database) : null
    held$.next(setting)
    if (setting !== null) return true
    for (const key of [mine?.key, data]) {
      if (key !== undefined) await reseal(env, { database, key }, 'device')
    }
    return true
  }
  if (mine?.id === pin.id) return true
  const held = await askTabs(env, database)
  if (held === null || held.id !== pin.id) return false
  held$.next(held)
  return true
}
