import type { RxCollection, RxDocumentData } from 'rxdb'
import { inSlices } from '../one-database/slices.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import {
  hasBase,
  localNames,
  pendingOperations,
  replay,
  toBase,
  withoutLocal,
  type OperationLog,
  type Operations,
} from '../operation-log.ts'

/**
 * CRDT over plain REST: the server's row is the base of a document's operation log, and edits are replayed over it.
 * A pull or a confirmation puts a new base under the pending operations, which also compacts the log. Nothing is
 * ever merged by overwriting (docs/decisions/0002).
 */

/** A document with an operation log. */
export interface Logged {
  crdts: OperationLog
}

/** The new log of a document. */
export interface NextLog<Doc> {
  /** What the server has confirmed; null when it has confirmed nothing. `_deleted` deletes the document. */
  readonly base: (Partial<Doc> & { _deleted?: boolean }) | null
  readonly pending: readonly Operations[]
  /** The changed fields outside the log, undefined for those that go; the others stay as they are. Absent for none. */
  readonly local?: Partial<Doc>
}

/** The stored document, also a deleted one; null when there never was one. */
export const storedDocument = async <Doc extends Logged>(
  collection: RxCollection<Doc>,
  id: string,
): Promise<RxDocumentData<Doc> | null> =>
  (await collection.storageInstance.findDocumentsById([id], true))[0] ?? null

/** Whether a document is stored and not deleted. */
export const isAlive = <Doc>(
  stored: RxDocumentData<Doc> | null | undefined,
): stored is RxDocumentData<Doc> & { _deleted: false } => stored != null && !stored._deleted

/** The new log of a stored document; null leaves it as it is. */
export type RewriteRule<Doc> = (
  stored: RxDocumentData<Doc> | null,
  transaction: Transaction,
) => Promise<NextLog<Doc> | null> | NextLog<Doc> | null

/** Plans to replace a document's log; returns whether it does. */
export const planLog = async <Doc extends Logged>(
  transaction: Transaction,
  collection: RxCollection<Doc>,
  id: string,
  next: RewriteRule<Doc>,
): Promise<boolean> => {
  const log = await next(await transaction.stored(collection, id), transaction)
  if (log === null) return false
  await planLogs(transaction, collection, [log])
  return true
}

/** Plans to write the documents of many logs. They are hashed together, because each hash waits for another thread. */
export const planLogs = async <Doc extends Logged>(
  transaction: Transaction,
  collection: RxCollection<Doc>,
  logs: readonly NextLog<Doc>[],
): Promise<void> => {
  const documents = await inSlices(logs, slice =>
    Promise.all(
      slice.map(async log => ({ document: await documentOf(collection, log), local: log.local })),
    ),
  )
  for (const { document, local } of documents) {
    const id = String(document[collection.schema.primaryPath as keyof Doc])
    const stored = await transaction.stored(collection, id)
    await putLogged(transaction, collection, withLocal(document, stored, local))
  }
}

/** Plans to write the document of a log that the server or the sync has changed. */
export const putLogged = <Doc extends Logged>(
  transaction: Transaction,
  collection: RxCollection<Doc>,
  document: Doc,
): Promise<void> => transaction.put(collection, document, writeNameOf(collection))

/** A document with the fields outside its log, as they were stored or are changed; a deleted one has none. */
export const withLocal = <Doc extends object>(
  document: Doc,
  stored: object | null,
  changes: Partial<Doc> = {},
): Doc => {
  if ((document as { readonly _deleted?: boolean })._deleted === true) return document
  const before = stored as Readonly<Record<string, unknown>> | null
  const isKept = before?.['_deleted'] !== true
  const next = { ...document } as Record<string, unknown>
  for (const name of localNames) {
    const value = name in changes ? changes[name as keyof Doc] : isKept ? before?.[name] : undefined
    if (value !== undefined) next[name] = value
  }
  return next as Doc
}

/**
 * Replaces a document's log, atomically over tabs. `next` is called again when the document changed meanwhile. Returns
 * whether the log was written.
 */
export const rewriteLog = <Doc extends Logged>(
  collection: RxCollection<Doc>,
  id: string,
  next: RewriteRule<Doc>,
): Promise<boolean> => transact(transaction => planLog(transaction, collection, id, next))

/** The document that a log results in. */
export const documentOf = async <Doc extends Logged>(
  collection: RxCollection<Doc>,
  { base, pending }: NextLog<Doc>,
): Promise<Doc> =>
  replay<Doc>(
    collection.schema.jsonSchema as never,
    base === null ? null : toBase(withoutLocal(base)),
    pending,
  )

/** By collection, the name of its writes in RxDB's change events. */
const writeNames = new WeakMap<object, string>()

/**
 * Sets the name of this file's writes to the one that a replication uses for its own. RxDB then does not push what
 * came from the server as a surveyor's edit, and keeps no second copy of it.
 */
export const nameServerWrites = (collection: object, name: string): void => {
  writeNames.set(collection, name)
}

const writeNameOf = (collection: object): string => writeNames.get(collection) ?? 'server-write'

/** The base of a stored log as an operation; null when the server has confirmed nothing. */
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
