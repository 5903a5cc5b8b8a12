import type { MirroredSession, SessionMirror } from './env.ts'

/** WARNING: persisted; another name loses the key, and everything that it encrypts. */
const databaseName = 'transect-keys'
const storeName = 'keys'
const keyName = 'device'
const sessionName = 'session'

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const openKeys = (factory: IDBFactory): Promise<IDBDatabase> => {
  const request = factory.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  return done(request)
}

const withStore = async <Value>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  task: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> => {
  const keys = await openKeys(factory)
  try {
    return await done(task(keys.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    keys.close()
  }
}

const readKey = (factory: IDBFactory): Promise<unknown> =>
  withStore(factory, 'readonly', store => store.get(keyName))

/**
 * The device's own key, made at the first call. It cannot be exported, so a copy of the browser's files is useless
 * without this browser.
 */
export const deviceKey = async (factory: IDBFactory): Promise<CryptoKey> => {
  const stored = await readKey(factory)
  if (stored instanceof CryptoKey) return stored
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  // `add` fails when another tab was faster; then that tab's key is the device's.
  await withStore(factory, 'readwrite', store => store.add(made, keyName)).catch(() => {})
  return (await readKey(factory)) as CryptoKey
}

/** Destroys the key and the session stored with it. What the key encrypted can never be read again. */
export const forgetDeviceKey = async (factory: IDBFactory): Promise<void> => {
  await withStore(factory, 'readwrite', store => store.clear())
}

/** The worker's copy of the session, stored with the key that seals it. */
export const sessionMirrorIn = (factory: IDBFactory): SessionMirror => ({
  read: async () => {
    const stored: unknown = await withStore(factory, 'readonly', store => store.get(sessionName))
    return isMirrored(stored) ? stored : null
  },
  keep: async session => {
    await withStore(factory, 'readwrite', store => store.put({ ...session }, sessionName))
  },
  clear: async () => {
    await withStore(factory, 'readwrite', store => store.delete(sessionName))
  },
})

const isMirrored = (value: unknown): value is MirroredSession =>
  typeof value === 'object' &&
  value !== null &&
  'authData' in value &&
  typeof value.authData === 'string' &&
  'apiUrl' in value &&
  typeof value.apiUrl === 'string'
