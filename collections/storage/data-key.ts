import type { IndexedDbPort } from './raw-database.ts'

/**
 * The key that seals a surveyor's database. It is created with the database, cannot be exported, and is deleted
 * with it. Each database has its own, so that one surveyor's logout leaves another's unsent work readable.
 */

/** WARNING: persisted. Named like RxDB's own databases, so that a wipe deletes the key too. */
const storedName = (name: string) => `rxdb-dexie-${name}--0--data-key`
const storeName = 'keys'
const keyName = 'data'

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('No key store')))
  })

const openKeys = (port: IndexedDbPort, name: string): Promise<IDBDatabase> => {
  const opening = port.indexedDB.open(storedName(name), 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  return done(opening)
}

/** Stores a key again after the browser deleted it while the app was open. An existing key stays. */
export const putBackDataKey = async (
  port: IndexedDbPort,
  name: string,
  key: CryptoKey,
): Promise<void> => {
  const keys = await openKeys(port, name)
  try {
    const store = keys.transaction(storeName, 'readwrite').objectStore(storeName)
    await done(store.add(key, keyName)).catch(() => {})
  } finally {
    keys.close()
  }
}

/** The key of a database. The first call creates it. */
export const dataKey = async (port: IndexedDbPort, name: string): Promise<CryptoKey> => {
  const keys = await openKeys(port, name)
  try {
    const read = async (): Promise<CryptoKey | null> => {
      const store = keys.transaction(storeName).objectStore(storeName)
      const stored: unknown = await done(store.get(keyName))
      return stored instanceof CryptoKey ? stored : null
    }
    const stored = await read()
    if (stored !== null) return stored
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const store = keys.transaction(storeName, 'readwrite').objectStore(storeName)
    // `add` fails when another tab was faster. Then that tab's key is the database's.
    await done(store.add(made, keyName)).catch(() => {})
    const kept = await read()
    if (kept === null) throw new Error('The key of this database could not be kept.')
    return kept
  } finally {
    keys.close()
  }
}
