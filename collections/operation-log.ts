import { defaultHashSha256, type RxJsonSchema } from 'rxdb'
import { rebuildFromCRDT } from 'rxdb/plugins/crdt'

/**
 * The operation log of a CRDT document: `[server base, …pending operations]`.
 *
 * The base is one synthetic operation named by its content; what follows are the edits that the server
 * has not heard. The document is always what replaying the log gives, so its status can never disagree
 * with what is still to be sent. Only operations that may safely be applied twice are allowed.
 * WARNING: persisted, in the shape of RxDB's CRDT plugin.
 */
export interface OperationLog {
  readonly operations: readonly Operations[]
  /** Of the creators, as RxDB keeps it. */
  readonly hash: string
}

/** One write: RxDB keeps a list, ours always holds one operation. */
export type Operations = readonly Operation[]

/** One operation as RxDB's CRDT plugin keeps it. */
export interface Operation {
  readonly creator: string
  readonly time: number
  readonly body: readonly { readonly ifMatch?: Update }[]
}

/** The updates that may be applied twice; paths lead into documents with dots. */
export interface Update {
  readonly $set?: Readonly<Record<string, unknown>>
  readonly $unset?: Readonly<Record<string, ''>>
}

/** WARNING: persisted; names the creator of every base. */
const basePrefix = 'rest:'

/** Text that is equal exactly when two plain values are, whatever the order of their keys. */
export const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = value as Readonly<Record<string, unknown>>
  let text = ''
  // A loop, for every row of a refresh comes by here.
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`
  }
  return `{${text}}`
}

/** Whether the server knows of the document: its log begins with what the server said. */
export const hasBase = (log: OperationLog): boolean =>
  log.operations[0]?.[0]?.creator.startsWith(basePrefix) ?? false

/** The edits that the server has not heard, oldest first. */
export const pendingOperations = (log: OperationLog): readonly Operations[] =>
  hasBase(log) ? log.operations.slice(1) : log.operations

/** The fields that the base sets; null while the server knows nothing of the document. */
export const baseFields = <Doc>(log: OperationLog): Partial<Doc> | null =>
  hasBase(log) ? ((log.operations[0]?.[0]?.body[0]?.ifMatch?.$set ?? {}) as Partial<Doc>) : null

/** The base for a state that the server has confirmed. */
export const toBase = async (fields: object): Promise<Operations> => {
  const hash = await defaultHashSha256(canonical(fields))
  const $set = { ...fields }
  return [{ creator: basePrefix + hash.slice(0, 24), time: 1, body: [{ ifMatch: { $set } }] }]
}

/** The document that a base and pending operations make; `_deleted` and the log are part of it. */
export const replay = async <Doc>(
  schema: RxJsonSchema<Doc>,
  base: Operations | null,
  pending: readonly Operations[],
): Promise<Doc & { _deleted: boolean }> => {
  const operations = base === null ? [...pending] : [base, ...pending]
  const hash = await defaultHashSha256(
    JSON.stringify(operations.map(row => row.map(operation => operation.creator))),
  )
  const rebuild: (schema: object, doc: object, log: object) => unknown = rebuildFromCRDT as never
  return rebuild(schema, {}, { operations, hash }) as Doc & { _deleted: boolean }
}
