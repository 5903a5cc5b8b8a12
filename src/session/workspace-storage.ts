import { dataKey } from '../../collections/data-key.ts'
import { sealedStorage } from '../../collections/sealed-storage.ts'
import { createSealer } from '../../collections/sealing.ts'
import { dexieStorage } from '../../collections/storage.ts'
import type { Env } from '../env.ts'

/** The storage of a surveyor's database, sealed on the device; the same for the window and the service worker. */
export const workspaceStorage = (env: Pick<Env, 'indexedDb'>): ReturnType<typeof dexieStorage> =>
  sealedStorage(dexieStorage(env.indexedDb), async name =>
    createSealer(await dataKey(env.indexedDb, name)),
  )
