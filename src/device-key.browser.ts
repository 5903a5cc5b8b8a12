/** WARNING: persisted; another name loses the key, and with it what it encrypts. */
const databaseName = 'transect-keys'
const storeName = 'keys'
const keyName = 'device'

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

/**
 * The device's own key, made at the first call. It cannot be exported: a copy of the profile's files
 * is of no use without this browser.
 */
export const deviceKey = async (factory: IDBFactory): Promise<CryptoKey> => {
  const keys = await openKeys(factory)
  try {
    const read = () => done(keys.transaction(storeName).objectStore(storeName).get(keyName))
    const stored: unknown = await read()
    if (stored instanceof CryptoKey) return stored
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const store = keys.transaction(storeName, 'readwrite').objectStore(storeName)
    // `add` fails when another tab was faster: then its key is the device's.
    await done(store.add(made, keyName)).catch(() => {})
    return (await read()) as CryptoKey
  } finally {
    keys.close()
  }
}

/** Destroys the key: what it encrypted cannot be read by anybody any more. */
export const forgetDeviceKey = async (factory: IDBFactory): Promise<void> => {
  const keys = await openKeys(factory)
  try {
    await done(keys.transaction(storeName, 'readwrite').objectStore(storeName).delete(keyName))
  } finally {
    keys.close()
  }
}
