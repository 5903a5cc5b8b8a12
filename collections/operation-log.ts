import { defaultHashSha256, type RxJsonSchema } from 'rxdb'
import { rebuildFromCRDT } from 'rxdb/plugins/crdt'

/**
 * The operation log of a CRDT document: `[server base, …pending operations]`.
 *
 * The base is one synthetic operation. After it come the edits that the server has not confirmed. The document is
 * always the result of replaying the log, so its status cannot disagree with what is still to be sent. Only operations
 * that may be applied twice are allowed. WARNING: persisted, in the shape of RxDB's CRDT plugin.
 */
export interface OperationLog {
  readonly operations: readonly Operations[]
  /** The hash of the operations' creators, as RxDB stores it. */
  readonly hash: string
}

/** One write. RxDB stores a list; ours always has one operation. */
export type Operations = readonly Operation[]

/** One operation as RxDB's CRDT plugin keeps it. */
export interface Operation {
  readonly creator: string
  readonly time: number
  readonly body: readonly { readonly ifMatch?: Update }[]
}

/** The updates that may be applied twice. Dots in a path lead into nested objects. */
export interface Update {
  readonly $set?: Readonly<Record<string, unknown>>
  readonly $unset?: Readonly<Record<string, ''>>
}

/** WARNING: persisted; the creator of every base. */
const baseCreator = 'rest:row'
/**
 * What RxDB computes for a log of one base: the SHA-256 of `[["rest:row"]]`. A constant, because a refresh of thousands of
 * rows would wait for as many hashes.
 */
const baseHash = 'fabdd0c2f6581571cff538cb63e27e6e221084ec70493745928d514237c57e26'

/** A text that is equal exactly when two plain values are, independent of the order of their keys. */
export const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = value as Readonly<Record<string, unknown>>
  let text = ''
  // A plain loop because every row of a refresh is passed through it.
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`
  }
  return `{${text}}`
}

/** A stored document without the fields of RxDB's own, whose names begin with an underscore. */
export const withoutOwnFields = <Doc extends object>(stored: Doc): Doc =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith('_'))) as Doc

/**
 * What a document has outside its log, because it is nothing to be sent and no row has it. WARNING: persisted, and stored
 * with the document, so that a replay of its log does not bring it back.
 */
export const localNames: readonly string[] = ['refusals', 'refused', 'copies']

/** A document without what it has outside its log. */
export const withoutLocal = <Doc extends object>(doc: Doc): Doc =>
  localNames.some(name => name in doc)
    ? (Object.fromEntries(
        Object.entries(doc).filter(([name]) => !localNames.includes(name)),
      ) as Doc)
    : doc

/** Whether the server knows the document: its log starts with a base. */
export const hasBase = (log: OperationLog): boolean =>
  log.operations[0]?.[0]?.creator === baseCreator

/** The edits that the server has not confirmed, oldest first. */
export const pendingOperations = (log: OperationLog): readonly Operations[] =>
  hasBase(log) ? log.operations.slice(1) : log.operations

/** The updates of edits, in the order of the edits. */
export const updatesOf = (edits: readonly Operations[]): readonly Update[] =>
  edits.flat().flatMap(({ body }) => body.map(({ ifMatch = {} }) => ifMatch))

/** Whether an edit is the surveyor's deletion of a submission. */
export const hides = (operations: Operations): boolean =>
  updatesOf([operations]).some(({ $set }) => $set?.['hidden'] === 1)

const answersPath = 'answers.'

/** The path of an answer in an update. */
export const answerPath = (key: string): string => `${answersPath}${key}`

/** The answer key in a path of an update; null in the path of another field. */
export const keyOfAnswerPath = (path: string): string | null =>
  path.startsWith(answersPath) ? path.slice(answersPath.length) : null

/** What edits do to answers, oldest first: the answer key with the value that it is set to, null where cleared. */
export const answerChangesOf = (
  edits: readonly Operations[],
): readonly (readonly [key: string, value: unknown])[] =>
  updatesOf(edits)
    .flatMap(({ $set = {}, $unset = {} }) => [
      ...Object.entries($set),
      ...Object.keys($unset).map(path => [path, null] as const),
    ])
    .flatMap(([path, value]) => {
      const key = keyOfAnswerPath(path)
      return key === null ? [] : [[key, value] as const]
    })

/** An edit that the phone worked out itself, from a difference. `now` is in epoch ms. */
export const differenceOf = (update: Update, now: number): Operations => [
  { creator: 'difference', time: Math.max(1, now), body: [{ ifMatch: update }] },
]

/** The fields that the base sets; null while the log has no base. */
export const baseFields = <Doc>(log: OperationLog): Partial<Doc> | null =>
  hasBase(log) ? ((log.operations[0]?.[0]?.body[0]?.ifMatch?.$set ?? {}) as Partial<Doc>) : null

/** The base for a state that the server confirmed. */
export const toBase = (fields: object): Operations => [
  { creator: baseCreator, time: 1, body: [{ ifMatch: { $set: { ...fields } } }] },
]

/** The document that a base and pending operations result in, with `_deleted` and the log. */
export const replay = async <Doc>(
  schema: RxJsonSchema<Doc>,
  base: Operations | null,
  pending: readonly Operations[],
): Promise<Doc & { _deleted: boolean }> => {
  const operations = base === null ? [...pending] : [base, ...pending]
  // What a replay of the base alone results in. Most rows of a refresh have no edits.
  if (base !== null && pending.length === 0) {
    const $set = base[0]?.body[0]?.ifMatch?.$set
    return { _deleted: false, crdts: { operations, hash: baseHash }, ...$set } as never
  }
  const creators = operations.map(row => row.map(operation => operation.creator))
  const hash = await defaultHashSha256(JSON.stringify(creators))
  const rebuild: (schema: object, doc: object, log: object) => unknown = rebuildFromCRDT as never
  return rebuild(schema, {}, { operations, hash }) as Doc & { _deleted: boolean }
}
