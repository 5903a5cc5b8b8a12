import { declaredIn, openStores } from '../one-database/connection.ts'
import { readStored, type ScatteredPart } from '../one-database/stored.ts'
import { attachmentsStore, docsStore, notesStore } from '../one-database/stores.ts'
import { schemas } from '../schemas.ts'
import { schemaVersion } from '../schemas/schema.ts'
import { isNoRoom } from '../storage/no-room.ts'
import {
  deleteRaw,
  openAlone,
  type IndexedDbPort,
  type RawDatabase,
  type RawRecord,
} from '../storage/raw-database.ts'
import { releaseReserve } from '../storage/reserve.ts'
import type { ReportProgress } from './migrate.ts'

/**
 * Brings the databases of the layout before this one, one for each collection, into the surveyor's one database.
 *
 *   each part: opened alone ──► copied in batches ──► compared by count
 *   all parts copied ──► deleted
 *
 * Records keep their form, so that RxDB finds its own notes and migrates earlier versions as always. A start after a
 * crash copies everything again: what is there and not older stays. Nothing is deleted before everything is on the
 * device, except the bytes of files that were copied when there is no room for both.
 */
export const gatherDatabases = async (
  name: string,
  port: IndexedDbPort,
  report: ReportProgress = () => {},
): Promise<void> => {
  const { scattered } = await readStored(name, port)
  if (scattered.length === 0) return
  const layout = { version: schemaVersion, schemas }
  const more = await Promise.all(scattered.map(part => declarationOf(part, port)))
  const { db } = await openStores(name, port, layout, Object.assign({}, ...more), 'strict')
  try {
    let done = 0
    report({ what: 'migrating', done, total: scattered.length })
    for (const part of scattered) {
      const raw = await openAlone(port, part.name)
      if (raw !== null) await copyPart({ db, port, raw, part }).finally(raw.close)
      report({ what: 'migrating', done: (done += 1), total: scattered.length })
    }
  } finally {
    db.close()
  }
  // Another tab may be copying the same. Then the browser deletes a part when that tab has closed it.
  for (const part of scattered) await deleteRaw(port, part.name)
}

type Db = Awaited<ReturnType<typeof openStores>>['db']

interface Copying {
  readonly db: Db
  readonly port: IndexedDbPort
  readonly raw: RawDatabase
  readonly part: ScatteredPart
}

const isCollection = ({ collection }: ScatteredPart): boolean => collection in schemas

/** The stores that a part of an earlier version needs, with the indexes that it has. */
const declarationOf = async (
  part: ScatteredPart,
  port: IndexedDbPort,
): Promise<Readonly<Record<string, string>>> => {
  if (!isCollection(part) || part.version === schemaVersion) return {}
  const { docs = 'id', attachments = 'id' } = await declaredIn(part.name, port, {})
  const store = docsStore(part.collection, part.version)
  return { [store]: docs, [attachmentsStore(store)]: attachments }
}

const pageRows = 500
/** Few, because the bytes of a batch are in memory at once. */
const pageFiles = 10

const copyPart = async (copying: Copying): Promise<void> => {
  const { raw, part } = copying
  const store = docsStore(part.collection, part.version)
  const target = isCollection(part) ? store : notesStore
  if (raw.stores.includes('docs')) await copyStore(copying, 'docs', target, pageRows)
  if (isCollection(part) && raw.stores.includes('attachments')) {
    await copyStore(copying, 'attachments', attachmentsStore(store), pageFiles)
  }
}

/** A record was copied and is missing when the copies are counted. */
class CopyLost extends Error {
  override readonly name = 'CopyLost'
  constructor(part: ScatteredPart) {
    super(`Not all of ${part.name} could be copied.`)
  }
}

const copyStore = async (
  { db, port, raw, part }: Copying,
  store: string,
  target: string,
  size: number,
): Promise<void> => {
  if ((await raw.count(store)) === 0) return
  const table = db.table<unknown, IDBValidKey>(target)
  const isNotes = target === notesStore
  const keyOf = (key: IDBValidKey): IDBValidKey =>
    isNotes ? [docsStore(part.collection, part.version), key] : key
  const copy = (page: readonly RawRecord[]) =>
    db.transaction('rw', table, async () => {
      const keys = page.map(({ key }) => keyOf(key))
      const there = await table.bulkGet(keys)
      const missing = page.filter(({ value }, at) => timeOf(there[at]) < timeOf(value))
      await table.bulkPut(
        missing.map(({ value }) => value),
        ...(isNotes ? [missing.map(({ key }) => keyOf(key)) as never] : []),
      )
      const copied = await table.bulkGet(keys)
      if (copied.includes(undefined)) throw new CopyLost(part)
    })
  const copied: IDBValidKey[] = []
  for await (const page of raw.pages(store, size)) {
    await copy(page).catch(async (error: unknown) => {
      if (!isNoRoom(error)) throw error
      await releaseReserve(port)
      // The bytes that are already copied need not be on the device twice.
      if (store === 'attachments') await raw.remove(store, copied.splice(0))
      await copy(page)
    })
    copied.push(...page.map(({ key }) => key))
  }
}

/** When a document was written, epoch ms; 0 for bytes, which never change, and -1 for what is missing. */
const timeOf = (record: unknown): number =>
  record === undefined
    ? -1
    : ((record as { readonly _meta?: { readonly lwt?: number } })._meta?.lwt ?? 0)
