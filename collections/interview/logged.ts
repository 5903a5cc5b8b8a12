import type { RxCollection, RxDocumentData } from 'rxdb'
import { transact, type Transaction } from '../one-database/transaction.ts'
import {
  baseFields,
  hasBase,
  localFields,
  pendingOperations,
  replay,
  toBase,
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

/** Changed fields; undefined for those that go. */
type LocalChanges<Doc> = { readonly [Name in keyof Doc]?: Doc[Name] | undefined }

/** The new log of a document. */
export interface NextLog<Doc> {
  /** What the server has confirmed; null when it has confirmed nothing. `_deleted` deletes the document. */
  readonly base: (Partial<Doc> & { _deleted?: boolean }) | null
  readonly pending: readonly Operations[]
  /** The changed notes of this device, undefined for those that go; the others stay as they are. Absent for none. */
  readonly local?: LocalChanges<Doc>
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
  const stored = await transaction.stored(collection, id)
  const log = await next(stored, transaction)
  if (log === null) return false
  const document = await documentOf(collection, { ...log, local: nextLocal(stored, log.local) })
  await putLogged(transaction, collection, document)
  return true
}

/** Plans to write the document of a log that the server or the sync has changed. */
export const putLogged = <Doc extends Logged>(
  transaction: Transaction,
  collection: RxCollection<Doc>,
  document: Doc,
): Promise<void> => transaction.put(collection, document, 'server-write')

/** The notes of a stored document with changes; a change to undefined takes a note away. */
export const nextLocal = <Doc extends Logged>(
  stored: RxDocumentData<Doc> | null,
  changes: LocalChanges<Doc> = {},
): Partial<Doc> => {
  const notes = { ...(isAlive(stored) ? localFields<Doc>(stored.crdts) : {}), ...changes }
  return Object.fromEntries(
    Object.entries(notes).filter(([, value]) => value !== undefined),
  ) as Partial<Doc>
}

/** The log of a stored document with changed notes; its base and its operations stay. */
export const withNotes = <Doc extends Logged>(
  { crdts }: Doc,
  local: LocalChanges<Doc>,
): NextLog<Doc> => ({ base: baseFields<Doc>(crdts), pending: pendingOperations(crdts), local })

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
  { base, pending, local = {} }: NextLog<Doc>,
): Promise<Doc> =>
  replay<Doc>(
    collection.schema.jsonSchema as never,
    base === null ? null : toBase(base),
    pending,
    local as never,
  )

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
