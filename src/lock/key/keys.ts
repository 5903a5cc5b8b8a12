import {
  changeKeys,
  importKey,
  openRecovery,
  readKeys,
  type HeldKey,
  type KeyRecords,
  type PinRecord,
} from '../../../collections/storage/data-key.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { createSealer } from '../../../collections/storage/sealing.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import { noteAttempt, pauseLeft } from './attempts.ts'
import { unwrapKey, wrapKey } from './wrap.ts'

/** The key store of a database with a PIN. Each change is one transaction: before it no PIN, after it a PIN. */

/** A database's key store. */
export interface KeyStore {
  readonly port: IndexedDbPort
  /** The name of the database. */
  readonly name: string
}

type Bytes = Uint8Array<ArrayBuffer>

/** A PIN that is not stored yet. */
export interface PreparedPin {
  readonly record: PinRecord
  readonly held: HeldKey
}

/** A PIN as the surveyor chose it. */
export interface ChosenPin {
  readonly pin: string
  readonly minutes: number
  /** Only tests need fewer. */
  readonly iterations?: number
}

/** Why no PIN can be set: a PIN exists, the key cannot be wrapped, or the recovery key does not open it. */
export type Unprepared = 'pinned' | 'no recovery' | 'another key'

const held = async (
  { name }: KeyStore,
  bytes: Bytes,
  { id, minutes }: PinRecord,
): Promise<HeldKey> => {
  const key = await importKey(bytes)
  bytes.fill(0)
  return { database: name, key, id, minutes }
}

/** Whether the bytes are those of the usable key, because wrapping others would lose all data. */
const isSameKey = async (key: CryptoKey, bytes: Bytes): Promise<boolean> => {
  const text = await createSealer(key).seal('', 'same')
  return createSealer(await importKey(bytes))
    .open('', text)
    .then(
      () => true,
      () => false,
    )
}

/** Wraps the key by a new PIN, and checks that the PIN and the recovery key open it. Changes nothing on the device. */
export const preparePin = async (
  store: KeyStore,
  recoveryKey: Bytes,
  { pin, ...chosen }: ChosenPin,
): Promise<Result<PreparedPin, Unprepared>> => {
  const { data, recovery, pin: stored } = await readKeys(store.port, store.name)
  if (stored !== undefined) return err('pinned')
  if (data === undefined || recovery === undefined) return err('no recovery')
  const bytes = await openRecovery(store.name, recovery, recoveryKey)
  if (bytes === null) return err('another key')
  const record = await wrapKey(store.name, bytes, pin, { id: crypto.randomUUID(), ...chosen })
  const unwrapped = await unwrapKey(store.name, record, pin)
  if (unwrapped === null || !(await isSameKey(data, unwrapped))) return err('another key')
  return ok({ record, held: await held(store, bytes, record) })
}

/** Stores the prepared PIN and deletes the usable key, in one transaction. False when another tab was faster. */
export const writePin = async (
  { port, name }: KeyStore,
  { record }: PreparedPin,
): Promise<boolean> => {
  const before = await changeKeys(port, name, ({ data, pin }) =>
    data === undefined || pin !== undefined
      ? {}
      : { pin: record, data: undefined, attempts: undefined },
  )
  return before.data !== undefined && before.pin === undefined
}

/** Why a PIN did not open: it is wrong, or too many were wrong before it. `waitMs`: until the next attempt. */
export interface NotOpened {
  readonly kind: 'wrong' | 'too many' | 'gone'
  readonly waitMs: number
}

interface Unwrapped {
  readonly bytes: Bytes
  readonly record: PinRecord
}

const unwrap = async (
  { port, name }: KeyStore,
  pin: string,
  now: () => number,
): Promise<Result<Unwrapped, NotOpened>> => {
  const { pin: record } = await readKeys(port, name)
  if (record === undefined) return err({ kind: 'gone', waitMs: 0 })
  const waitMs = await noteAttempt(port, name, now())
  if (waitMs > 0) return err({ kind: 'too many', waitMs })
  const bytes = await unwrapKey(name, record, pin)
  if (bytes === null) return err({ kind: 'wrong', waitMs: await pauseLeft(port, name, now()) })
  await changeKeys(port, name, () => ({ attempts: undefined }))
  return ok({ bytes, record })
}

/** Opens the key with the PIN. The attempt is noted first. */
export const openWithPin = async (
  store: KeyStore,
  pin: string,
  now: () => number,
): Promise<Result<HeldKey, NotOpened>> => {
  const opened = await unwrap(store, pin, now)
  return opened.ok ? ok(await held(store, opened.value.bytes, opened.value.record)) : opened
}

/** Opens the key of a database with a PIN by the account's recovery key; null when there is no PIN, or another key. */
export const openWithRecovery = async (
  store: KeyStore,
  recoveryKey: Bytes,
): Promise<HeldKey | null> => {
  const { pin, recovery } = await readKeys(store.port, store.name)
  if (pin === undefined || recovery === undefined) return null
  const bytes = await openRecovery(store.name, recovery, recoveryKey)
  return bytes === null ? null : held(store, bytes, pin)
}

/** Replaces the PIN by another one, in one transaction. */
export const changePin = async (
  store: KeyStore,
  pin: string,
  { pin: next, ...chosen }: ChosenPin,
  now: () => number,
): Promise<Result<HeldKey, NotOpened>> => {
  const opened = await unwrap(store, pin, now)
  if (!opened.ok) return opened
  const { bytes, record } = opened.value
  const changed = await wrapKey(store.name, bytes, next, { id: record.id, ...chosen })
  await changeKeys(store.port, store.name, stored =>
    isStill(stored, record) ? { pin: changed } : {},
  )
  return ok(await held(store, bytes, changed))
}

/** Changes the time after which the app locks. */
export const changeMinutes = async ({ port, name }: KeyStore, minutes: number): Promise<void> => {
  await changeKeys(port, name, ({ pin }) => (pin === undefined ? {} : { pin: { ...pin, minutes } }))
}

/** Puts the usable key back and deletes the PIN, in one transaction. Needs the open key and no PIN. */
export const removePin = async ({ port, name }: KeyStore, { key, id }: HeldKey): Promise<void> => {
  await changeKeys(port, name, ({ pin }) =>
    pin?.id === id ? { data: key, pin: undefined, attempts: undefined } : {},
  )
}

const isStill = ({ pin }: KeyRecords, { id }: PinRecord): boolean => pin?.id === id
