import { defaultHashSha256, type RxJsonSchema } from 'rxdb'
import { rebuildFromCRDT } from 'rxdb/plugins/crdt'

/**
 * The operation log of a CRDT document: `[server base, …pending operations, local notes]`.
 *
 * The base is one synthetic operation. After it come the edits that the server has not confirmed, and last, if there are
 * any, notes of this device that are never sent, such as what the server refused. The document is
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
/** WARNING: persisted; the creator of local notes. */
const localCreator = 'local'
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

/** Whether the server knows the document: its log starts with a base. */
export const hasBase = (log: OperationLog): boolean =>
  log.operations[0]?.[0]?.creator === baseCreator

/** The edits that the server has not confirmed, oldest first. */
export const pendingOperations = (log: OperationLog): readonly Operations[] =>
  log.operations.slice(hasBase(log) ? 1 : 0, localOperation(log) === null ? undefined : -1)

const localOperation = (log: OperationLog): Operations | null => {
  const last = log.operations.at(-1)
  return last?.[0]?.creator === localCreator ? last : null
}

/** A log without the notes of this device. */
export const withoutNotes = (log: OperationLog): OperationLog =>
  localOperation(log) === null ? log : { ...log, operations: log.operations.slice(0, -1) }

/** The notes of this device; without any, no fields. */
export const localFields = <Doc>(log: OperationLog): Partial<Doc> =>
  (localOperation(log)?.[0]?.body[0]?.ifMatch?.$set ?? {}) as Partial<Doc>

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

/** The log of a document that is all that the server says of it, such as one that RxDB pulls. */
export const logOfBase = (fields: object): OperationLog => ({
  operations: [toBase(fields)],
  hash: baseHash,
})

/** The document that a base, pending operations and local notes result in, with `_deleted` and the log. */
export const replay = async <Doc>(
  schema: RxJsonSchema<Doc>,
  base: Operations | null,
  pending: readonly Operations[],
  local: Partial<Doc> = {},
): Promise<Doc & { _deleted: boolean }> => {
  const isNoted = Object.keys(local).length > 0
  // What a replay of the base alone results in. Most rows of a refresh have no edits.
  if (base !== null && pending.length === 0 && !isNoted) {
    const $set = base[0]?.body[0]?.ifMatch?.$set
    return { _deleted: false, crdts: { operations: [base], hash: baseHash }, ...$set } as never
  }
  const operations: Operations[] = [
    ...(base === null ? [] : [base]),
    ...pending,
    ...(isNoted
      ? [[{ creator: localCreator, time: 1, body: [{ ifMatch: { $set: { ...local } } }] }]]
      : []),
  ]
  const creators = operations.map(row => row.map(operation => operation.creator))
  const hash = await defaultHashSha256(JSON.stringify(creators))
  const rebuild: (schema: object, doc: object, log: object) => unknown = rebuildFromCRDT as never
  return rebuild(schema, {}, { operations, hash }) as Doc & { _deleted: boolean }
}
