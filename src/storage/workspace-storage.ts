import { dataKey, putBackDataKey } from '../../collections/storage/data-key.ts'
import { sealedStorage } from '../../collections/storage/sealed-storage.ts'
import { createSealer } from '../../collections/storage/sealing.ts'
import { dexieStorage, type StorageWatch } from '../../collections/storage/storage.ts'
import type { Env } from '../env.ts'

/**
 * The storage of a surveyor's database, sealed with a key of this device; the window and the service worker use the
 * same.
 */
export const workspaceStorage = (
  env: Pick<Env, 'indexedDb'>,
  watch: StorageWatch = {},
): ReturnType<typeof dexieStorage> => {
  const keys = new Map<string, CryptoKey>()
  const storage = dexieStorage(env.indexedDb, {
    ...watch,
    closedUnder: what => {
      // The browser deleted the key with the rest, and new writes need it again.
      if (what === 'empty') {
        for (const [name, key] of keys) void putBackDataKey(env.indexedDb, name, key)
      }
      watch.closedUnder?.(what)
    },
  })
  return sealedStorage(storage, async name => {
    const key = await dataKey(env.indexedDb, name)
    keys.set(name, key)
    return createSealer(key)
  })
}
