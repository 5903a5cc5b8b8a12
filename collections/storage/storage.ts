import { Dexie } from 'dexie'
import type { RxStorage } from 'rxdb'
import { getRxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { isNoRoom } from './no-room.ts'
import { readListsAtOnce } from './read-lists.ts'
import { deleteRaw, listDatabases, type IndexedDbPort } from './raw-database.ts'
import { reopenWhenClosedUnder, waitForReopening, type ReopenWatch } from './reopen.ts'

/** Collections whose saved documents must survive a sudden power loss. */
const strict: ReadonlySet<string> = new Set([
  'submissions',
  'outbox',
  'file_uploads',
  'recovery',
  'bin',
])

/** What the storage calls when the device is full or closes a database. */
export interface StorageWatch extends ReopenWatch {
  /** A write to a collection found no room. Returns true when room was made; the write is then repeated once. */
  readonly makeRoom?: (collection: string) => Promise<boolean>
}

type Instance = RxStorageInstanceDexie<{ id: string }>

/** Dexie storage: strict durability for the collections that decide an interview's fate, relaxed for the others. */
export const dexieStorage = (
  port: IndexedDbPort,
  watch: StorageWatch = {},
): RxStorage<unknown, unknown> => {
  const onCreate = (db: Dexie) => reopenWhenClosedUnder(db, watch)
  const durable = getRxStorageDexie({ ...port, onCreate, chromeTransactionDurability: 'strict' })
  const relaxed = getRxStorageDexie({ ...port, onCreate, chromeTransactionDurability: 'relaxed' })
  return {
    name: durable.name,
    rxdbVersion: durable.rxdbVersion,
    createStorageInstance: async (
      params: Parameters<typeof durable.createStorageInstance<{ id: string }>>[0],
    ) => {
      const storage = strict.has(params.collectionName) ? durable : relaxed
      const instance = await storage.createStorageInstance(params)
      tryAgainWithRoom(instance, watch)
      readChangesByIndex(instance)
      readListsAtOnce(instance, port.IDBKeyRange)
      // Outermost because every read and write waits while a database is being reopened.
      waitForReopening(instance, watch)
      return instance
    },
  } as unknown as RxStorage<unknown, unknown>
}

/** Asks for room once before a write fails on a full device. */
const tryAgainWithRoom = (instance: Instance, { makeRoom }: StorageWatch): void => {
  const write = instance.bulkWrite.bind(instance)
  instance.bulkWrite = async (rows, context) => {
    try {
      return await write(rows, context)
    } catch (error) {
      if (!isNoRoom(error) || makeRoom === undefined) throw error
      if (!(await makeRoom(instance.collectionName))) throw error
      return write(rows, context)
    }
  }
}

interface Checkpoint {
  readonly lwt: number
  readonly id: string
}

/**
 * Reads changed documents along their index, a batch at a time. RxDB's own query reads all remaining documents for
 * each batch, which makes migrations and replications quadratic.
 */
const readChangesByIndex = (instance: Instance): void => {
  const index = `[_meta.lwt+${String(instance.primaryPath)}]`
  const since = async (limit: number, from?: Checkpoint) => {
    const { dexieTable } = await instance.internals
    const ids: string[] = await dexieTable
      .where(index)
      .above([from?.lwt ?? 0, from?.id ?? ''])
      .limit(limit)
      .primaryKeys()
    const documents = await instance.findDocumentsById(ids, true)
    const last = documents.at(-1)
    return {
      documents,
      checkpoint:
        last === undefined
          ? from
          : { lwt: last._meta.lwt, id: String(last[instance.primaryPath as 'id']) },
    }
  }
  Object.assign(instance, { getChangedDocumentsSince: since })
}

/** A later version of the app wrote the stored data. This version must not touch it. */
class NewerData extends Error {
  override readonly name = 'NewerData'
  constructor(stored: number, ours: number) {
    super(`The stored data is of version ${stored}, and this app knows up to ${ours}.`)
  }
}

/**
 * Refuses data that a later version wrote, because RxDB would silently open an empty database next to it. Throws
 * NewerData.
 */
export const refuseNewer = (parts: readonly StoredPart[], ours: number): void => {
  const stored = Math.max(0, ...parts.map(({ version }) => version))
  if (stored > ours) throw new NewerData(stored, ours)
}

/** Whether all stored data is of today's version, so that nothing needs a migration. */
export const isOfToday = (parts: readonly StoredPart[], ours: number): boolean =>
  parts.every(({ version }) => version === 0 || version >= ours)

/** WARNING: RxDB's own naming. A wipe finds a user's databases by it. */
const databasePrefix = (name: string) => `rxdb-dexie-${name}--`

/** One of the IndexedDB databases that a surveyor's database consists of. */
export interface StoredPart {
  readonly name: string
  readonly collection: string
  /** The schema version that wrote it. */
  readonly version: number
}

/** The stored parts of a surveyor's database, without opening it. */
export const storedParts = async (
  name: string,
  port: IndexedDbPort,
): Promise<readonly StoredPart[]> => {
  const prefix = databasePrefix(name)
  return (await listDatabases(port)).flatMap(({ name: found }) => {
    const [version, ...collection] = found.startsWith(prefix)
      ? found.slice(prefix.length).split('--')
      : []
    return version === undefined
      ? []
      : [{ name: found, collection: collection.join('--'), version: Number(version) }]
  })
}

/**
 * Deletes everything that a closed database left on the device, including attachments. RxDB's own removal deletes
 * the documents and leaves the photos.
 */
export const wipeDatabase = async (name: string, port: IndexedDbPort): Promise<void> => {
  const parts = await storedParts(name, port)
  await Promise.all(parts.map(part => new Dexie(part.name, port).delete()))
}

/**
 * Deletes what earlier versions left after a migration. RxDB deletes the documents only, so that every version
 * would keep its own copy of the photos.
 */
export const removeEarlierVersions = async (
  name: string,
  current: number,
  port: IndexedDbPort,
): Promise<void> => {
  for (const part of await storedParts(name, port)) {
    const isEarlier = part.version > 0 && part.version < current
    if (isEarlier || part.collection.startsWith('rx-migration-state-meta-')) {
      await deleteRaw(port, part.name)
    }
  }
}
