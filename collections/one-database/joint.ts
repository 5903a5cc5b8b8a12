import type { RxCollection, RxDocumentData, WithDeleted } from 'rxdb'
import { writeRows, type Check, type Rows, type Target, type WriteError } from './write.ts'

/**
 * One transaction over several collections. Each collection's rows pass through RxDB's own write, which sets their
 * revisions and checks them in development. Below it the storage recognizes them by their context, waits until the
 * rows of all collections have arrived, and writes them together.
 */

type Doc = RxDocumentData<Record<string, unknown>>

/** The rows of one collection; `previous` is the stored document that a row replaces. */
export interface CollectionRows {
  readonly collection: RxCollection
  readonly rows: readonly { readonly previous?: Doc; readonly document: Doc }[]
  /** The name of the write in RxDB's change events. */
  readonly context: string
}

/** A document that the rows depend on, as it was read; null when there was none. */
export interface ReadDocument {
  readonly collection: RxCollection
  readonly id: string
  readonly stored: Doc | null
}

interface Joint {
  readonly size: number
  readonly checks: readonly Check[]
  readonly arrived: Rows[]
  readonly outcome: Promise<Outcome>
  readonly resolve: (outcome: Promise<Outcome>) => void
  readonly reject: (error: unknown) => void
}

/** The errors of each collection; null when a document that was only read has changed. */
type Outcome = readonly (readonly WriteError[])[] | null

const joints = new Map<string, Joint>()
let made = 0
const mark = 'joint|'

/**
 * Writes all rows or none. Returns false when one of the documents has changed since it was read, those included that
 * were `read` only. Throws when the device cannot write.
 */
export const writeJointly = async (
  parts: readonly CollectionRows[],
  read: readonly ReadDocument[] = [],
): Promise<boolean> => {
  if (parts.length === 0) return true
  const id = String((made += 1))
  let resolve: Joint['resolve'] = () => {}
  let reject: Joint['reject'] = () => {}
  const outcome = new Promise<Outcome>((done, fail) => {
    resolve = done
    reject = fail
  })
  // Each collection's own write reports it too.
  outcome.catch(() => {})
  const checks = read.map(({ collection, id: of, stored }) => ({
    target: collection.storageInstance.internals as Target,
    id: of,
    rev: stored?._rev ?? null,
  }))
  joints.set(id, { size: parts.length, checks, arrived: [], outcome, resolve, reject })
  try {
    const results = await Promise.all(
      parts.map(({ collection, rows, context }) =>
        collection.storageInstance
          .bulkWrite([...rows] as never, `${mark}${id}|${context}`)
          .catch((error: unknown) => {
            // The others must not wait for a collection that will not arrive.
            reject(error)
            throw error
          }),
      ),
    )
    const errors = results.flatMap(({ error }) => error)
    const failed = errors.find(({ status }) => status !== 409)
    if (failed !== undefined) throw new Error('A document was not written.', { cause: failed })
    return errors.length === 0 && (await outcome) !== null
  } finally {
    joints.delete(id)
  }
}

/** Writes rows alone, or with those of the other collections when they are part of a joint write. */
export const writeOrJoin = async (
  rows: Omit<Rows, 'context'>,
  context: string,
): Promise<readonly WriteError[]> => {
  const [, id = '', ...name] = context.startsWith(mark) ? context.split('|') : []
  if (id === '') return (await writeRows([{ ...rows, context }], 'rows'))?.[0] ?? []
  const joint = joints.get(id)
  // RxDB repeats rows that met a deleted document, but by then the others were not written.
  if (joint === undefined || joint.arrived.length === joint.size) return rows.rows.map(conflictOf)
  const at = joint.arrived.push({ ...rows, context: name.join('|') }) - 1
  if (joint.arrived.length === joint.size) {
    joint.resolve(writeRows(joint.arrived, 'whole', joint.checks))
  }
  return (await joint.outcome)?.[at] ?? []
}

const conflictOf = (writeRow: Rows['rows'][number]): WriteError =>
  ({
    status: 409,
    isError: true,
    documentId: '',
    writeRow,
    documentInDb: writeRow.previous ?? writeRow.document,
  }) as never

/** Takes the documents of a write, and stores what becomes of them. */
type Take = (documents: readonly Doc[]) => Promise<void>

/** By the internals of a storage instance, what takes the documents of a replication, by the context of its writes. */
const takers = new WeakMap<object, Map<string, Take>>()

/**
 * Sets what takes the documents that a replication of RxDB pulls. They are not written as they come, because an unsent edit
 * must not be overwritten: the storage recognizes RxDB's write by its `context` and hands them to their collection, which
 * decides in a transaction what they become.
 */
export const takeArrivals = <Pulled>(
  collection: RxCollection<Pulled>,
  context: string,
  take: (documents: readonly WithDeleted<Pulled>[]) => Promise<void>,
): void => {
  const internals = collection.storageInstance.internals as object
  const taking = takers.get(internals) ?? new Map<string, Take>()
  takers.set(internals, taking.set(context, take as never))
}

/** What takes the documents of a write; null for any other write. */
export const takerOf = (internals: object, context: string): Take | null =>
  takers.get(internals)?.get(context) ?? null
