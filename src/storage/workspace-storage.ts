import {
  oneDatabase,
  type OneDatabase,
  type StorageWatch,
} from '../../collections/one-database/storage.ts'
import { dataKey, putBackDataKey, type KeyOptions } from '../../collections/storage/data-key.ts'
import { createSealer } from '../../collections/storage/sealing.ts'
import type { Env } from '../env.ts'

/**
 * The storage of a surveyor's database, sealed with a key of this device; the window and the service worker use the
 * same.
 */
export const workspaceStorage = (
  env: Pick<Env, 'indexedDb'>,
  watch: StorageWatch = {},
  keyOptions: KeyOptions = {},
): OneDatabase => {
  const keys = new Map<string, CryptoKey>()
  return oneDatabase(env.indexedDb, {
    ...watch,
    closedUnder: what => {
      // The browser deleted the key too, and new writes need one.
      if (what === 'empty') {
        for (const [name, key] of keys) void putBackDataKey(env.indexedDb, name, key)
      }
      watch.closedUnder?.(what)
    },
    sealerOf: async name => {
      const key = await dataKey(env.indexedDb, name, keyOptions)
      keys.set(name, key)
      return createSealer(key)
    },
  })
}
