import type { IndexedDbPort } from './raw-database.ts'
import { isNoRoom } from './no-room.ts'
import { releaseReserve } from './reserve.ts'
import { createSealer } from './sealing.ts'

/**
 * The key that seals a surveyor's database. It is created with the database, cannot be exported, and is deleted
 * with it. Each database has its own, so that one surveyor's logout leaves another's unsent work readable.
 *
 *   without a PIN:  data, the usable key
 *   with a PIN:     pin, the key's bytes wrapped by the PIN, and no usable key
 *   both:           recovery, the key's bytes sealed under the account's recovery key
 */

/** What is stored of a database's key. WARNING: persisted; the names are the keys of the records. */
export interface KeyRecords {
  readonly data?: CryptoKey
  /** Missing where the server had no recovery key. */
  readonly recovery?: string
  readonly pin?: PinRecord
  readonly attempts?: Attempts
}

/** The bytes of a key, wrapped by a PIN and by a key of this device. WARNING: persisted. */
export interface PinRecord {
  /** Identifies the wrapped key; a changed PIN keeps it. */
  readonly id: string
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
  /** HMAC, not extractable. */
  readonly device: CryptoKey
  readonly wrapped: string
  /** After this time without use the app locks. */
  readonly minutes: number
}

/** The failed attempts to enter a PIN. WARNING: persisted. */
export interface Attempts {
  readonly count: number
  /** How much of the pause was left at `asOf`, epoch ms. */
  readonly pauseMs: number
  readonly asOf: number
}

/** The key of an unlocked database with a PIN; in memory only. */
export interface HeldKey {
  readonly database: string
  readonly key: CryptoKey
  /** That of the PIN's record. */
  readonly id: string
  readonly minutes: number
}

/** A database whose key is wrapped by a PIN and not held in memory. Nothing of it can be read or written. */
export class DataLocked extends Error {
  override readonly name = 'DataLocked'
  constructor(readonly database: string) {
    super(`The data of ${database} is locked by a PIN.`)
  }
}

/** The database that holds a database's key. WARNING: persisted. */
export const keyDatabase = (name: string): string => `${name}-key`
const storeName = 'keys'
const keyBytes = 32

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('No key store')))
  })

const openKeys = async (port: IndexedDbPort, name: string): Promise<IDBDatabase> => {
  const opening = port.indexedDB.open(keyDatabase(name))
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const keys = await done(opening)
  keys.addEventListener('versionchange', () => keys.close())
  return keys
}

const recordNames = ['data', 'recovery', 'pin', 'attempts'] as const

const readFrom = async (store: IDBObjectStore): Promise<KeyRecords> => {
  const values = await Promise.all(recordNames.map(name => done<unknown>(store.get(name))))
  return Object.fromEntries(
    recordNames.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]]])),
  )
}

/** What is stored of a database's key; empty when there is none. */
export const readKeys = async (port: IndexedDbPort, name: string): Promise<KeyRecords> => {
  const keys = await openKeys(port, name)
  try {
    return await readFrom(keys.transaction(storeName).objectStore(storeName))
  } finally {
    keys.close()
  }
}

/** The records to write; undefined for those to delete. */
type KeyChange = { readonly [Name in keyof KeyRecords]?: KeyRecords[Name] | undefined }

type Plan = (stored: KeyRecords) => KeyChange

const writeKeys = async (port: IndexedDbPort, name: string, plan: Plan): Promise<KeyRecords> => {
  const keys = await openKeys(port, name)
  try {
    const transaction = keys.transaction(storeName, 'readwrite', { durability: 'strict' })
    const committed = new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The key was not stored.'))
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', fail)
    })
    // Reported by the read or by the awaited promise below, whichever fails first.
    committed.catch(() => {})
    const store = transaction.objectStore(storeName)
    const stored = await readFrom(store)
    for (const [record, value] of Object.entries(plan(stored))) {
      if (value === undefined) store.delete(record)
      else store.put(value, record)
    }
    await committed
    return stored
  } finally {
    keys.close()
  }
}

/**
 * Changes the records of a key in one transaction, and resolves when it is on the disk. On a full device it uses up the
 * reserve. `plan` gets what is stored and returns the change. Returns what was stored before.
 */
export const changeKeys = async (
  port: IndexedDbPort,
  name: string,
  plan: Plan,
): Promise<KeyRecords> => {
  const write = () => writeKeys(port, name, plan)
  try {
    return await write()
  } catch (error) {
    // A PIN whose attempt cannot be noted does not open, and the surveyor could not make room.
    if (!isNoRoom(error) || !(await releaseReserve(port))) throw error
    return write()
  }
}

/** The usable key in these records; null when there is none. Throws DataLocked. */
const usableKey = (name: string, { data, pin }: KeyRecords, held: HeldKey | null) => {
  if (pin === undefined) return data ?? null
  if (held?.database === name && held.id === pin.id) return held.key
  throw new DataLocked(name)
}

/** Makes a key of its bytes that seals and opens, and cannot be exported. */
export const importKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const recoveryPlace = (name: string) => `${name}|recovery`

/** Seals the bytes of a database's key under the account's recovery key. */
const sealForRecovery = async (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  recoveryKey: Uint8Array<ArrayBuffer>,
): Promise<string> =>
  createSealer(await importKey(recoveryKey)).seal(recoveryPlace(name), [...bytes])

/** The bytes of a database's key, opened with the account's recovery key; null when it is not that key. */
export const openRecovery = async (
  name: string,
  sealed: string,
  recoveryKey: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    const sealer = createSealer(await importKey(recoveryKey))
    return Uint8Array.from((await sealer.open(recoveryPlace(name), sealed)) as number[])
  } catch {
    return null
  }
}

/** Stores a key again after the browser deleted it while the app was open. An existing key stays. */
export const putBackDataKey = async (
  port: IndexedDbPort,
  name: string,
  key: CryptoKey,
): Promise<void> => {
  await changeKeys(port, name, ({ data, pin }) =>
    data === undefined && pin === undefined ? { data: key } : {},
  )
}

/** Where a key comes from, in addition to the device. */
export interface KeyOptions {
  /** The key in memory, for a database with a PIN. */
  readonly held?: () => HeldKey | null
  /** The account's recovery key, 32 bytes; null when there is none. Called only when a key is made. */
  readonly recoveryKey?: () => Promise<Uint8Array<ArrayBuffer> | null>
}

/** The key of a database. The first call creates it. Throws DataLocked. */
export const dataKey = async (
  port: IndexedDbPort,
  name: string,
  { held = () => null, recoveryKey = () => Promise.resolve(null) }: KeyOptions = {},
): Promise<CryptoKey> => {
  const stored = usableKey(name, await readKeys(port, name), held())
  if (stored !== null) return stored
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  const data = await importKey(bytes)
  const account = await recoveryKey()
  const recovery = account === null ? undefined : await sealForRecovery(name, bytes, account)
  bytes.fill(0)
  // Writes nothing when another tab was faster. Then that tab's key is the database's.
  await changeKeys(port, name, now =>
    now.data === undefined && now.pin === undefined ? { data, recovery } : {},
  )
  const kept = usableKey(name, await readKeys(port, name), held())
  if (kept === null) throw new Error('The key of this database could not be kept.')
  return kept
}
