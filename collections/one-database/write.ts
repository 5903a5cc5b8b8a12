import { categorizeBulkWriteRows, type BulkWriteRow, type RxStorageWriteError } from 'rxdb'
import type { Subject } from 'rxjs'
import { isNoRoom } from '../storage/no-room.ts'
import type { Connection } from './connection.ts'
import type { Checkpoint, Place } from './places.ts'
import type { Doc, Records, StoredRecord } from './records.ts'
import { buffersOf, type Buffers } from './buffers.ts'
import { isBlobRefused } from './kept-bytes.ts'
import { inSlices } from './slices.ts'
import { attachmentKey } from './stores.ts'

/** What a write needs of a storage instance. RxDB hands it through as the instance's `internals`. */
export interface Target {
  readonly collection: string
  readonly key: string
  readonly connection: Connection
  readonly place: Place
  readonly records: Records
  /** The instance, for RxDB's own check of a write. */
  readonly instance: object
  readonly changes$: Subject<unknown>
  /** A write found no room. Returns true when room was made; the write is then repeated once. */
  readonly makeRoom: (collection: string) => Promise<boolean>
}

/** The name of a write that can be left undone: when it finds no room, none is made. */
export const optionalWrite = 'optional'

/** A conflict of one document, or a missing attachment; RxDB's own type. */
export type WriteError = RxStorageWriteError<Record<string, unknown>>

/** Rows for one collection, as RxDB writes them: each names the state that it replaces. */
export interface Rows {
  readonly target: Target
  readonly rows: readonly BulkWriteRow<Record<string, unknown>>[]
  /** The name of the write in RxDB's change events. */
  readonly context: string
}

/** A document that was read, and its revision then; null when there was none. */
export interface Check {
  readonly target: Target
  readonly id: string
  readonly rev: string | null
}

/** Whether all documents are as they were read. */
const areUnchanged = async (checks: readonly Check[]): Promise<boolean> => {
  for (const target of new Set(checks.map(each => each.target))) {
    const own = checks.filter(each => each.target === target)
    const stored = await target.place.get(own.map(({ id }) => id))
    if (own.some(({ rev }, at) => (stored[at]?.['_rev'] ?? null) !== rev)) return false
  }
  return true
}

/**
 * Writes rows of one or several collections in one transaction, and then emits their changes. With 'whole' a single
 * conflict, or a change of what was only read, leaves everything unwritten; with 'rows' the other rows are written.
 * Returns the errors of each collection; null when only a check failed.
 */
export const writeRows = async (
  all: readonly Rows[],
  extent: 'whole' | 'rows',
  checks: readonly Check[] = [],
): Promise<readonly (readonly WriteError[])[] | null> => {
  const [first] = all
  if (first === undefined) return []
  const { connection, makeRoom } = first.target
  // Files alone must not use up the reserve.
  const { collection } = (all.find(each => each.target.collection !== 'file_uploads') ?? first)
    .target
  const prepared = await Promise.all(all.map(prepare))
  const tables = [...new Set([...all, ...checks].flatMap(({ target }) => target.place.tables))]
  const writeThem = (lookUp: LookUp, buffers: Buffers) =>
    connection.run(() =>
      connection.db.transaction('rw', tables, async () => {
        if (!(await areUnchanged(checks))) return null
        const sorted: Sorted[] = []
        for (const each of prepared) sorted.push(await sortRows(each, lookUp))
        const isConflict = sorted.some(({ errors }) => errors.length > 0)
        if (extent === 'rows' || !isConflict) {
          for (const [at, each] of prepared.entries()) {
            await putRows(each, sorted[at] as Sorted, lookUp, buffers)
          }
        }
        return sorted
      }),
    )
  const writeWith = (buffers: Buffers) =>
    writeThem('replaced', buffers).catch((error: unknown) => {
      if (!isThereAlready(error)) throw error
      return writeThem('all', buffers)
    })
  const write = () =>
    writeWith(new Map()).catch(async (error: unknown) => {
      if (!isBlobRefused(error)) throw error
      const buffers = await buffersOf(prepared)
      if (buffers.size === 0) throw error
      return writeWith(buffers)
    })
  const sorted = await write().catch(async (error: unknown) => {
    const isOptional = all.every(({ context }) => context === optionalWrite)
    if (!isNoRoom(error) || isOptional || !(await makeRoom(collection))) throw error
    return write()
  })
  if (sorted === null) return null
  const isWritten = extent === 'rows' || sorted.every(({ errors }) => errors.length === 0)
  if (isWritten) {
    for (const [at, { target }] of prepared.entries()) emit(target, sorted[at] as Sorted)
  }
  return Promise.all(prepared.map((each, at) => openErrors(each, sorted[at] as Sorted)))
}

interface Prepared extends Rows {
  readonly sealedRows: BulkWriteRow<Record<string, unknown>>[]
  readonly recordsById: ReadonlyMap<string, StoredRecord>
}

/** Seals what is to be written, because a transaction ends when it waits for anything but the database. */
const prepare = async ({ target, rows, context }: Rows): Promise<Prepared> => {
  const sealed = await inSlices(rows, slice =>
    Promise.all(slice.map(({ document }) => target.records.seal(document as Doc))),
  )
  return {
    target,
    rows,
    context,
    sealedRows: rows.map((row, at) => ({ ...row, document: sealed[at]?.doc ?? row.document })),
    recordsById: new Map(sealed.map(({ record }) => [String(record[target.key]), record])),
  }
}

/**
 * Which documents are read before a write. replaced: those that a row replaces; the write fails if a document that a row
 * adds is there already. all: those too.
 */
type LookUp = 'replaced' | 'all'

const isAdded = ({ rows }: Prepared, lookUp: LookUp): boolean =>
  lookUp === 'replaced' && rows.every(({ previous }) => previous === undefined)

/** Whether a write failed because a document that was to be added is there. */
const isThereAlready = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'BulkError' &&
  'failures' in error &&
  (error.failures as readonly Error[]).some(({ name }) => name === 'ConstraintError')

type Sorted = ReturnType<typeof categorizeBulkWriteRows<Record<string, unknown>>>

/** Compares the rows with what is stored. */
const sortRows = async (prepared: Prepared, lookUp: LookUp): Promise<Sorted> => {
  const { target, sealedRows, recordsById, context } = prepared
  const { place, records, key, instance } = target
  const stored = isAdded(prepared, lookUp) ? [] : await place.get([...recordsById.keys()])
  const docs = stored.flatMap(record => (record === undefined ? [] : [records.toDoc(record)]))
  const docsById = new Map(docs.map(doc => [String(doc[key]), doc]))
  return categorizeBulkWriteRows(
    instance as never,
    key as never,
    docsById as never,
    sealedRows,
    context,
  )
}

const putRows = async (
  prepared: Prepared,
  sorted: Sorted,
  lookUp: LookUp,
  buffers: Buffers,
): Promise<void> => {
  const { target, recordsById } = prepared
  const { place, key } = target
  const written = [...sorted.bulkInsertDocs, ...sorted.bulkUpdateDocs]
  const records: StoredRecord[] = []
  for (const { document } of written) {
    const record = recordsById.get(String(document[key]))
    if (record !== undefined) records.push(record)
  }
  const write = isAdded(prepared, lookUp) ? place.add : place.put
  await inSlices(records, slice => write(slice).then(() => []), 'nothing')
  if (place.attachments === null) return
  const added = [...sorted.attachmentsAdd, ...sorted.attachmentsUpdate]
  if (added.length > 0) {
    await place.attachments.bulkPut(
      added.map(({ documentId, attachmentId, attachmentData: { data } }) => {
        const id = attachmentKey(documentId, attachmentId)
        return { id, ...(buffers.get(id) ?? { data }) }
      }),
    )
  }
  const removed = sorted.attachmentsRemove.map(({ documentId, attachmentId }) =>
    attachmentKey(documentId, attachmentId),
  )
  if (removed.length > 0) await place.attachments.bulkDelete(removed)
}

const emit = ({ key, changes$ }: Target, { eventBulk, newestRow }: Sorted): void => {
  if (eventBulk.events.length === 0 || newestRow === undefined) return
  const { document } = newestRow
  const checkpoint: Checkpoint = { id: String(document[key]), lwt: document._meta.lwt }
  changes$.next({ ...eventBulk, checkpoint })
}

/** The errors as RxDB expects them: with the row as it was passed in, and the stored document opened. */
const openErrors = (
  { target: { key, records }, rows }: Prepared,
  { errors }: Sorted,
): Promise<readonly WriteError[]> =>
  Promise.all(
    errors.map(async error => {
      const row = rows.find(({ document }) => document[key] === error.documentId)
      const writeRow = row ?? error.writeRow
      if (!('documentInDb' in error)) return { ...error, writeRow }
      return { ...error, writeRow, documentInDb: (await records.open(error.documentInDb)) as never }
    }),
  )
