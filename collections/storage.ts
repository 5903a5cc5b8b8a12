import { Dexie } from 'dexie'
import type { RxStorage } from 'rxdb'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

/** What a dying battery must not undo once it was shown as saved. */
const strict: ReadonlySet<string> = new Set(['submissions', 'outbox', 'file_uploads', 'recovery'])

/** The IndexedDB to keep the databases in: the browser's, or a test's own. */
export interface IndexedDbPort {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange
}

/** Dexie storage with strict durability where an interview's fate is written, relaxed elsewhere. */
export const dexieStorage = (port: IndexedDbPort): RxStorage<unknown, unknown> => {
  const durable = getRxStorageDexie({ ...port, chromeTransactionDurability: 'strict' })
  const relaxed = getRxStorageDexie({ ...port, chromeTransactionDurability: 'relaxed' })
  return {
    name: durable.name,
    rxdbVersion: durable.rxdbVersion,
    createStorageInstance: (params: Parameters<typeof durable.createStorageInstance>[0]) =>
      (strict.has(params.collectionName) ? durable : relaxed).createStorageInstance(params),
  } as unknown as RxStorage<unknown, unknown>
}

/** WARNING: RxDB's own naming; a wipe finds a user's databases by it. */
const databasePrefix = (name: string) => `rxdb-dexie-${name}--`

/**
 * Deletes everything that a closed database left on the device, attachments included.
 * RxDB's own removal clears the documents and leaves the photos.
 */
export const wipeDatabase = async (name: string, port: IndexedDbPort): Promise<void> => {
  const databases = await port.indexedDB.databases()
  const names = databases.flatMap(({ name: found }) =>
    found?.startsWith(databasePrefix(name)) ? [found] : [],
  )
  await Promise.all(names.map(found => new Dexie(found, port).delete()))
}
