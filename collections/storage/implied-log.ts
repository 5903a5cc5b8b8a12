import { canonical, hasBase, type OperationLog } from '../operation-log.ts'

/*
 * A document that was not edited since the server sent it says all that its log says: the log is a base of its fields.
 * So it is stored without a log, and gets it back when it is read. Above the storage every document has its log, and a
 * log with a pending operation is always stored whole.
 */

type Doc = Readonly<Record<string, unknown>>

/** What is stored of an implied log. WARNING: persisted. */
interface ImpliedLog {
  /** The creator of the base. */
  readonly base: string
  readonly hash: string
}

/** The fields that are derived from a document's log. */
const derivedFields = (doc: Doc): Doc => {
  const fields: Record<string, unknown> = {}
  // A plain loop because every row of a refresh is passed through it.
  for (const name of Object.keys(doc)) {
    if (name !== 'crdts' && !name.startsWith('_') && doc[name] !== undefined)
      fields[name] = doc[name]
  }
  return fields
}

const logOf = ({ base, hash }: ImpliedLog, $set: Doc): OperationLog => ({
  operations: [[{ creator: base, time: 1, body: [{ ifMatch: { $set } }] }]],
  hash,
})

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one) === canonical(other)

/** What the only operation of a log sets, if it is a base as `toBase` makes them; null for every other log. */
const onlyBase = (log: OperationLog): Doc | null => {
  const [operation, ...pending] = log.operations.flat()
  const [part, ...parts] = operation?.body ?? []
  const updates = Object.keys(part?.ifMatch ?? {})
  const isOnly = hasBase(log) && pending.length === 0 && parts.length === 0 && operation?.time === 1
  return isOnly && Object.keys(part ?? {}).length === 1 && updates.join() === '$set'
    ? (part?.ifMatch?.$set ?? null)
    : null
}

const isImplied = (log: OperationLog, doc: Doc): boolean => {
  const base = onlyBase(log)
  if (base === null) return false
  const fields = derivedFields(doc)
  const names = Object.keys(base).filter(name => base[name] !== undefined)
  return (
    names.length === Object.keys(fields).length &&
    names.every(name => name in fields && isSame(base[name], fields[name]))
  )
}

/** The document as it is stored: without its log if the log says nothing but the document. */
export const withoutImpliedLog = <Of extends Doc>(doc: Of): Of => {
  const log = doc['crdts'] as OperationLog | undefined
  if (log?.operations === undefined || !isImplied(log, doc)) return doc
  const crdts: ImpliedLog = { base: log.operations[0]?.[0]?.creator ?? '', hash: log.hash }
  return { ...doc, crdts }
}

/** The document with its log, as it was before it was stored. */
export const withImpliedLog = <Of extends Doc>(doc: Of): Of => {
  const stored = doc['crdts'] as ImpliedLog | OperationLog | undefined
  if (stored === undefined || !('base' in stored)) return doc
  return { ...doc, crdts: logOf(stored, derivedFields(doc)) }
}
