import { Dexie } from 'dexie'
import type { RxStorage } from 'rxdb'
import { getRxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { isNoRoom } from './no-room.ts'
import { readListsAtOnce } from './read-lists.ts'
import { deleteRaw, listDatabases, type IndexedDbPort } from './raw-database.ts'
import { reopenWhenClosedUnder, waitForReopening, type ReopenWatch } from './reopen.ts'

/** What a dying battery must not undo once it was shown as saved. */
const strict: ReadonlySet<string> = new Set([
  'submissions',
  'outbox',
  'file_uploads',
  'recovery',
  'bin',
])

/** Who is asked and told when the device takes storage away. */
export interface StorageWatch extends ReopenWatch {
  /** A write to a collection found no room. True when some was made: it is then tried once more. */
  readonly makeRoom?: (collection: string) => Promise<boolean>
}

type Instance = RxStorageInstanceDexie<{ id: string }>

/** Dexie storage with strict durability where an interview's fate is written, relaxed elsewhere. */
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
      // Around all the others: whatever reads or writes waits for a database that is being reopened.
      waitForReopening(instance, watch)
      return instance
    },
  } as unknown as RxStorage<unknown, unknown>
}

/** A full device is asked for room once before a write fails. */
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
 * Reads what changed along its index, so many at a time. RxDB's own query reads all that is left for each
 * batch, which makes migrations and replications quadratic.
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

/** What is stored was written by a later version of the app; this one must not touch it. */
class NewerData extends Error {
  override readonly name = 'NewerData'
  constructor(stored: number, ours: number) {
    super(`The stored data is of version ${stored}, and this app knows up to ${ours}.`)
  }
}

/**
 * Refuses what a later version wrote: RxDB would open an empty database beside it without a word. Throws
 * NewerData.
 */
export const refuseNewer = (parts: readonly StoredPart[], ours: number): void => {
  const stored = Math.max(0, ...parts.map(({ version }) => version))
  if (stored > ours) throw new NewerData(stored, ours)
}

/** Whether nothing of an earlier version is among what is stored: then nothing is to be migrated. */
export const isOfToday = (parts: readonly StoredPart[], ours: number): boolean =>
  parts.every(({ version }) => version === 0 || version >= ours)

/** WARNING: RxDB's own naming; a wipe finds a user's databases by it. */
const databasePrefix = (name: string) => `rxdb-dexie-${name}--`

/** One of the databases that a surveyor's database is made of. */
export interface StoredPart {
  readonly name: string
  readonly collection: string
  /** The schema version it was written by. */
  readonly version: number
}

/** What is on the device of a surveyor's database, without opening it. */
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
 * Deletes everything that a closed database left on the device, attachments included.
 * RxDB's own removal clears the documents and leaves the photos.
 */
export const wipeDatabase = async (name: string, port: IndexedDbPort): Promise<void> => {
  const parts = await storedParts(name, port)
  await Promise.all(parts.map(part => new Dexie(part.name, port).delete()))
}

/**
 * Deletes what earlier versions left behind after their documents were brought forward: RxDB clears the
 * documents only, and every version would keep its own copy of the photos.
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
