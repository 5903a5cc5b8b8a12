import { getSortComparator, type RxCollection, type RxDocumentData } from 'rxdb'
import type { CollectionName, Documents } from '../database.ts'
import type { ListQuery } from '../query.ts'
import { remembered } from '../storage/memory.ts'
import { writeJointly } from './joint.ts'

/**
 * A step over several collections that is done or not done. It reads and plans its writes, which are then written
 * in one transaction. If a document that it read was changed meanwhile, nothing is written and the step runs again.
 * The first run takes documents from this tab's memory where it can, because the write checks their revisions. A step
 * that then writes nothing, or throws, runs again and reads from the storage, because nothing has checked what it took
 * from memory.
 */
export interface Transaction {
  /** Reads many documents at once, so that the next steps need not read each of them. */
  readonly ahead: <Doc>(collection: RxCollection<Doc>, ids: readonly string[]) => Promise<void>
  /** The document as the transaction leaves it, also a deleted one; null when there never was one. */
  readonly stored: <Doc>(
    collection: RxCollection<Doc>,
    id: string,
  ) => Promise<RxDocumentData<Doc> | null>
  /** The document as the transaction leaves it; null when there is none. */
  readonly read: <Doc>(collection: RxCollection<Doc>, id: string) => Promise<Doc | null>
  /**
   * The documents of a list as the transaction leaves them: with what it has planned, and without what it removes. A
   * document that another tab adds to the list in between is not noticed.
   */
  readonly find: <Name extends CollectionName>(
    collection: RxCollection<Documents[Name]>,
    query: ListQuery<Name>,
  ) => Promise<readonly Documents[Name][]>
  /** Plans to write a whole document. `context` names the write in RxDB's change events. */
  readonly put: <Doc>(collection: RxCollection<Doc>, doc: Doc, context?: string) => Promise<void>
  /** Plans to write a document unless there is one; returns whether it does. */
  readonly insert: <Doc>(collection: RxCollection<Doc>, doc: Doc) => Promise<boolean>
  /** Plans a change of some fields; does nothing without a document. */
  readonly patch: <Doc>(
    collection: RxCollection<Doc>,
    id: string,
    fields: Partial<Doc>,
  ) => Promise<void>
  /** Plans to delete a document; does nothing without one. */
  readonly remove: <Doc>(collection: RxCollection<Doc>, id: string) => Promise<void>
}

type Stored = RxDocumentData<Record<string, unknown>>

interface Plan {
  readonly previous: Stored | null
  next: Stored | null
}

interface CollectionPlan {
  readonly plans: Map<string, Plan>
  context: string
}

/** Runs a step as one transaction. Returns what the step returns. Throws when the device cannot write. */
export const transact = async <Value>(
  step: (transaction: Transaction) => Promise<Value>,
): Promise<Value> => {
  for (let isRepeated = false; ; isRepeated = true) {
    const { transaction, write } = plan(isRepeated)
    let value: Value
    try {
      value = await step(transaction)
    } catch (error) {
      // What a tab that slept remembers may contradict what is stored.
      if (isRepeated) throw error
      continue
    }
    if (await write()) return value
  }
}

/** Notes a document as it was read, unless the transaction has read it already. */
const keepRead = (collection: RxCollection, plans: Map<string, Plan>, previous: Stored): void => {
  const id = String(previous[String(collection.schema.primaryPath)])
  if (!plans.has(id)) plans.set(id, { previous, next: null })
}

const plan = (isRepeated: boolean) => {
  const collections = new Map<RxCollection, CollectionPlan>()
  let isFromMemory = false

  const plansOf = (collection: RxCollection): Map<string, Plan> => {
    const known = collections.get(collection) ?? { plans: new Map<string, Plan>(), context: '' }
    collections.set(collection, known)
    return known.plans
  }
  const ahead = async (collection: RxCollection, ids: readonly string[]): Promise<void> => {
    const plans = plansOf(collection)
    if (!isRepeated) {
      for (const id of ids) {
        const previous = remembered(collection, id)
        if (previous === undefined || plans.has(id)) continue
        isFromMemory = true
        plans.set(id, { previous, next: null })
      }
    }
    const unread = ids.filter(id => !plans.has(id))
    if (unread.length === 0) return
    const key = String(collection.schema.primaryPath)
    const found = await collection.storageInstance.findDocumentsById(unread, true)
    const storedById = new Map((found as Stored[]).map(doc => [String(doc[key]), doc]))
    for (const id of unread) {
      if (!plans.has(id)) plans.set(id, { previous: storedById.get(id) ?? null, next: null })
    }
  }
  const planOf = async (collection: RxCollection, id: string): Promise<Plan> => {
    await ahead(collection, [id])
    return plansOf(collection).get(id) ?? { previous: null, next: null }
  }
  const storedOf = async (collection: RxCollection, id: string): Promise<Stored | null> => {
    const { previous, next } = await planOf(collection, id)
    return next ?? previous
  }
  const livingOf = async (collection: RxCollection, id: string): Promise<Stored | null> => {
    const stored = await storedOf(collection, id)
    return stored === null || stored._deleted ? null : stored
  }
  const find = async (
    collection: RxCollection,
    { build }: Pick<ListQuery<never>, 'build'>,
  ): Promise<readonly Stored[]> => {
    const plans = plansOf(collection)
    // A planned write may take a row out of the list, and another one takes its place.
    const planned = [...plans.values()].filter(({ next }) => next !== null).length
    const query = build(collection as never, planned)
    const prepared = query.getPreparedQuery()
    if (isRepeated) {
      const { documents } = await collection.storageInstance.query(prepared as never)
      for (const doc of documents as Stored[]) keepRead(collection, plans, doc)
    } else {
      isFromMemory = true
      const documents = await query.exec()
      for (const { _data } of documents as readonly { readonly _data: Stored }[]) {
        keepRead(collection, plans, _data)
      }
    }
    const { query: wanted } = prepared
    const order = getSortComparator(collection.schema.jsonSchema as never, wanted)
    return [...plans.values()]
      .flatMap(({ previous, next }) => next ?? previous ?? [])
      .filter(doc => query.doesDocumentDataMatch(doc))
      .sort((one, other) => order(one as never, other as never))
      .slice(0, (wanted.limit ?? Number.POSITIVE_INFINITY) - planned)
  }
  const put = async (collection: RxCollection, doc: object, context = ''): Promise<void> => {
    const id = String((doc as Record<string, unknown>)[collection.schema.primaryPath as string])
    const planned = await planOf(collection, id)
    const current = planned.next ?? planned.previous
    const _attachments = current === null || current._deleted ? {} : current._attachments
    planned.next = {
      _attachments,
      _deleted: false,
      ...doc,
      _meta: { ...planned.previous?._meta, lwt: 1 },
      _rev: '1-a',
    } as Stored
    const known = collections.get(collection)
    if (known !== undefined && context !== '') known.context = context
  }

  const transaction: Transaction = {
    ahead: ahead as never,
    stored: storedOf as never,
    read: livingOf as never,
    find: find as never,
    put: put as never,
    insert: (async (collection: RxCollection, doc: object) => {
      const id = String((doc as Record<string, unknown>)[collection.schema.primaryPath as string])
      if ((await livingOf(collection, id)) !== null) return false
      await put(collection, doc)
      return true
    }) as never,
    patch: (async (collection: RxCollection, id: string, fields: object) => {
      const living = await livingOf(collection, id)
      if (living !== null) await put(collection, { ...living, ...fields })
    }) as never,
    remove: (async (collection: RxCollection, id: string) => {
      const living = await livingOf(collection, id)
      if (living !== null) await put(collection, { ...living, _deleted: true })
    }) as never,
  }
  const readOnly = () =>
    [...collections].flatMap(([collection, { plans }]) =>
      [...plans].flatMap(([id, { previous, next }]) =>
        next === null ? [{ collection, id, stored: previous }] : [],
      ),
    )
  const write = async (): Promise<boolean> => {
    const parts = [...collections].flatMap(([collection, { plans, context }]) => {
      const rows = [...plans.values()].flatMap(({ previous, next }) =>
        next === null
          ? []
          : [previous === null ? { document: next } : { previous, document: next }],
      )
      return rows.length === 0
        ? []
        : [{ collection, rows, context: context === '' ? 'transaction' : context }]
    })
    if (parts.length === 0 && isFromMemory) return false
    return writeJointly(parts, readOnly())
  }
  return { transaction, write }
}
