import type { RxCollection, RxDocumentData } from 'rxdb'
import {
  hasBase,
  pendingOperations,
  replay,
  toBase,
  type OperationLog,
  type Operations,
} from '../collections/operation-log.ts'

/**
 * CRDT over plain REST: the server's row is the base of a document's operation log, and edits are
 * replayed over it. A pull or a confirmation puts a new base under the pending operations, which also
 * compacts the log; nothing is ever merged by overwriting (docs/decisions/0002).
 */

/** A document with an operation log. */
export interface Logged {
  crdts: OperationLog
}

/** What a document's log shall become. */
export interface NextLog<Doc> {
  /** What the server has confirmed; null while it knows nothing. `_deleted` ends the document. */
  readonly base: (Partial<Doc> & { _deleted?: boolean }) | null
  readonly pending: readonly Operations[]
}

/** The stored document, also when it is deleted; null when there never was one. */
export const storedDocument = async <Doc extends Logged>(
  collection: RxCollection<Doc>,
  id: string,
): Promise<RxDocumentData<Doc> | null> =>
  (await collection.storageInstance.findDocumentsById([id], true))[0] ?? null

/** Whether a document is stored and not deleted. */
export const isAlive = <Doc>(
  stored: RxDocumentData<Doc> | null | undefined,
): stored is RxDocumentData<Doc> & { _deleted: false } => stored != null && !stored._deleted

/**
 * Gives a document a new log, atomically over tabs: `next` is asked again when somebody was faster,
 * and may give null to leave everything as it is. Gives back whether something was written.
 */
export const rewriteLog = async <Doc extends Logged>(
  collection: RxCollection<Doc>,
  id: string,
  next: (stored: RxDocumentData<Doc> | null) => Promise<NextLog<Doc> | null> | NextLog<Doc> | null,
): Promise<boolean> => {
  for (;;) {
    const stored = await storedDocument(collection, id)
    const log = await next(stored)
    if (log === null) return false
    const written = await writeLogs(collection, [{ stored, log }])
    if (written === 1) return true
  }
}

/** A log about to be written, and what it is written over. */
export interface LogWrite<Doc> {
  readonly stored: RxDocumentData<Doc> | null
  readonly log: NextLog<Doc>
}

/** What the writes of a collection are called in RxDB's change events, by collection. */
const writeNames = new WeakMap<object, string>()

/**
 * Gives the writes below the name under which a replication knows its own: what came from the server
 * is then not looked at as a surveyor's edit, and RxDB keeps no second copy of it.
 */
export const nameServerWrites = (collection: object, name: string): void => {
  writeNames.set(collection, name)
}

/**
 * Writes many logs in one transaction; documents that changed meanwhile are left alone.
 * Gives back how many were written. Throws on any error other than a conflict.
 */
export const writeLogs = async <Doc extends Logged>(
  collection: RxCollection<Doc>,
  writes: readonly LogWrite<Doc>[],
): Promise<number> => {
  const rows = await Promise.all(
    writes.map(async ({ stored, log }) => {
      const base = log.base === null ? null : await toBase(log.base)
      const document = await replay(collection.schema.jsonSchema as never, base, log.pending)
      return {
        ...(stored === null ? {} : { previous: stored }),
        document: {
          ...(document as object),
          _attachments: {},
          _meta: { ...stored?._meta, lwt: 1 },
          _rev: '1-a',
        } as unknown as RxDocumentData<Doc>,
      }
    }),
  )
  if (rows.length === 0) return 0
  const { error } = await collection.storageInstance.bulkWrite(
    rows as never,
    writeNames.get(collection) ?? 'server-write',
  )
  const failed = error.find(({ status }) => status !== 409)
  if (failed !== undefined) {
    throw new Error(`A ${collection.name} log was not written (${failed.status}).`, {
      cause: failed,
    })
  }
  return rows.length - error.length
}

/** The base of a stored log as an operation; null while the server knows nothing. */
const baseOperation = (log: OperationLog): Operations | null =>
  hasBase(log) ? (log.operations[0] ?? null) : null

/** The document as it was when its first `count` pending operations were sent. */
export const asSent = <Doc extends Logged>(
  collection: RxCollection<Doc>,
  stored: RxDocumentData<Doc>,
  count: number,
): Promise<Doc> =>
  replay<Doc>(
    collection.schema.jsonSchema as never,
    baseOperation(stored.crdts),
    pendingOperations(stored.crdts).slice(0, count),
  )
