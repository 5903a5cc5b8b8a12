import {
  addRxStorageMultiInstanceSupport,
  ensureRxStorageInstanceParamsAreCorrect,
  now,
  RXDB_VERSION,
  type EventBulk,
  type RxStorage,
  type RxStorageChangeEvent,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from 'rxdb'
import { Subject } from 'rxjs'
import { schemas } from '../schemas.ts'
import { schemaVersion } from '../schemas/schema.ts'
import type { IndexedDbPort } from '../storage/raw-database.ts'
import { sealedFieldsOf } from '../storage/sealed-fields.ts'
import type { Sealer } from '../storage/sealing.ts'
import { blobOf, type KeptBytes } from './kept-bytes.ts'
import { connect, type Connection, type ConnectionWatch } from './connection.ts'
import { placeOf, type Checkpoint } from './places.ts'
import { recordsOf, type Doc } from './records.ts'
import { attachmentKey, flagsOf, keyFieldOf, type Layout } from './stores.ts'
import { takerOf, writeOrJoin } from './joint.ts'
import type { Target } from './write.ts'

/** What the storage calls when the device is full or closes a database. */
export interface StorageWatch extends ConnectionWatch {
  /** A write to a collection found no room. Returns true when room was made; the write is then repeated once. */
  readonly makeRoom?: (collection: string) => Promise<boolean>
}

/** Options of a storage. */
export interface StorageOptions extends StorageWatch {
  /** The sealer of a database; without it everything is readable on the device. */
  readonly sealerOf?: (database: string) => Promise<Sealer>
  /** Today's collections, unless a test needs others. */
  readonly layout?: Layout
}

/** An RxStorage that keeps all collections of an RxDB database in one IndexedDB database. */
export interface OneDatabase extends RxStorage<unknown, unknown> {
  /** Opens a database ahead of RxDB. Returns whether documents of an earlier version wait in it. */
  readonly open: (database: string) => Promise<{ readonly hasEarlier: boolean }>
}

type Fields = Record<string, unknown>
type Params = RxStorageInstanceCreationParams<Fields, unknown>
type Instance = RxStorageInstance<Fields, Target, unknown, Checkpoint>
type Events = EventBulk<RxStorageChangeEvent<Doc>, Checkpoint>

/** Connections of one storage, shared by the collections of a database. */
const createConnections = (port: IndexedDbPort, layout: Layout, watch: ConnectionWatch) => {
  const open = new Map<string, { connection: Promise<Connection>; users: number }>()
  const take = (name: string): Promise<Connection> => {
    const known = open.get(name) ?? { connection: connect(name, port, layout, watch), users: 0 }
    open.set(name, known)
    known.connection.catch(() => {
      if (open.get(name) === known) open.delete(name)
    })
    return known.connection
  }
  return {
    look: take,
    take: (name: string): Promise<Connection> => {
      const connection = take(name)
      const known = open.get(name)
      if (known !== undefined) known.users += 1
      return connection
    },
    release: async (name: string): Promise<void> => {
      const known = open.get(name)
      if (known === undefined) return
      known.users -= 1
      if (known.users > 0) return
      open.delete(name)
      const { db } = await known.connection
      db.close()
    },
  }
}

/** The storage of the product. A database is opened once, however many collections it has. */
export const oneDatabase = (port: IndexedDbPort, options: StorageOptions = {}): OneDatabase => {
  const { layout = { version: schemaVersion, schemas }, sealerOf, makeRoom } = options
  const connections = createConnections(port, layout, options)
  const sealers = new Map<string, Promise<Sealer>>()
  const sealerFor = (params: Params): Promise<Sealer | null> => {
    const { databaseName: name, collectionName } = params
    if (sealerOf === undefined || sealedFieldsOf(collectionName).length === 0) {
      return Promise.resolve(null)
    }
    const sealer = sealers.get(name) ?? sealerOf(name)
    sealers.set(name, sealer)
    return sealer
  }

  const createInstance = async (params: Params): Promise<Instance> => {
    ensureRxStorageInstanceParamsAreCorrect(params)
    const { databaseName, collectionName } = params
    const schema = params.schema as never
    const [connection, sealer] = await Promise.all([
      connections.take(databaseName),
      sealerFor(params),
    ])
    const key = keyFieldOf(schema)
    const target: Omit<Target, 'instance'> = {
      collection: collectionName,
      key,
      connection,
      place: placeOf(connection, layout, collectionName, schema),
      records: recordsOf({
        database: databaseName,
        collection: collectionName,
        key,
        flags: flagsOf(schema),
        sealer,
      }),
      changes$: new Subject<unknown>(),
      makeRoom: makeRoom ?? (() => Promise.resolve(false)),
    }
    const instance = instanceOf(params, target, () => connections.release(databaseName))
    addRxStorageMultiInstanceSupport(name, params, instance)
    return instance
  }

  return {
    name,
    rxdbVersion: RXDB_VERSION,
    createStorageInstance: createInstance as never,
    open: connections.look,
  }
}

/** The name that RxDB knows this storage by, and a part of its channel's name. */
const name = 'transect-one-database'

const instanceOf = (
  { databaseName, collectionName, schema, options }: Params,
  parts: Omit<Target, 'instance'>,
  release: () => Promise<void>,
): Instance => {
  const { connection, place, records, key, changes$ } = parts
  const { run } = connection
  let closing: Promise<void> | null = null
  const ensureOpen = () => {
    if (closing !== null)
      throw new Error(`The storage of ${databaseName}-${collectionName} is closed.`)
  }
  const opened = (stored: readonly (Readonly<Fields> | undefined)[]): Promise<Doc[]> =>
    Promise.all(
      stored.flatMap(record => (record === undefined ? [] : [records.open(records.toDoc(record))])),
    )
  const close = (): Promise<void> => {
    closing ??= Promise.resolve().then(() => {
      changes$.complete()
      return release()
    })
    return closing
  }
  const instance: Instance = {
    databaseName,
    collectionName,
    schema,
    options: options as object,
    internals: parts as Target,
    bulkWrite: async (rows, context) => {
      ensureOpen()
      const take = takerOf(target, context)
      if (take === null) return { error: [...(await writeOrJoin({ target, rows }, context))] }
      await take(rows.map(({ document }) => document as Doc))
      return { error: [] }
    },
    findDocumentsById: async (ids, withDeleted) => {
      ensureOpen()
      const docs = await opened(await run(() => place.get(ids)))
      return withDeleted ? docs : docs.filter(doc => !doc._deleted)
    },
    query: async prepared => {
      ensureOpen()
      return { documents: await opened(await run(() => place.find(prepared, records.toDoc))) }
    },
    count: async prepared => {
      ensureOpen()
      const { selectorSatisfiedByIndex: isCovered } = prepared.queryPlan
      const counted = await run(async () => (await place.count(prepared)) ?? null)
      const found = counted ?? (await run(() => place.find(prepared, records.toDoc))).length
      return { count: found, mode: isCovered ? 'fast' : 'slow' }
    },
    getChangedDocumentsSince: async (limit, checkpoint) => {
      ensureOpen()
      const from = checkpoint ?? { lwt: 0, id: '' }
      const documents = await opened(await run(() => place.since(limit, from)))
      const last = documents.at(-1)
      return {
        documents,
        checkpoint: last === undefined ? from : { lwt: last._meta.lwt, id: String(last[key]) },
      }
    },
    getAttachmentData: async (id, attachment) => {
      ensureOpen()
      const table = place.attachments
      const stored = (await run(async () => table?.get(attachmentKey(id, attachment)))) as
        | KeptBytes
        | undefined
      if (stored === undefined) {
        // Named like the browser's own error for bytes that it has lost.
        throw new DOMException(`The attachment ${attachment} of ${id} is missing.`, 'NotFoundError')
      }
      return records.openBytes(id, attachment, blobOf(stored))
    },
    changeStream: () => (changes$ as Subject<Events>).asObservable(),
    cleanup: async minimumDeletedMs => {
      ensureOpen()
      const { db } = connection
      await run(() =>
        db.transaction('rw', [...place.tables], async () =>
          place.remove(await place.deletedBefore(now() - minimumDeletedMs)),
        ),
      )
      return true
    },
    remove: async () => {
      ensureOpen()
      await run(() => place.clear())
      return close()
    },
    close,
  }
  const target: Target = Object.assign(parts, { instance })
  return instance
}
