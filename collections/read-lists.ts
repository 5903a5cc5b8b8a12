import type { PreparedQuery } from 'rxdb'
import {
  DEXIE_DOCS_TABLE_NAME,
  dexieReplaceIfStartsWithPipe,
  fromDexieToStorage,
  getKeyRangeByQueryPlan,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie'

type Instance = RxStorageInstanceDexie<{ id: string }>

/**
 * Reads a list that its index answers alone in one request. RxDB's own query moves a cursor from row to
 * row, and each step is a message to the browser's storage and back.
 */
export const readListsAtOnce = (
  instance: Instance,
  keyRange: typeof globalThis.IDBKeyRange,
): void => {
  const query = instance.query.bind(instance)
  instance.query = async prepared => {
    const { query: asked, queryPlan } = prepared
    const isAnsweredByIndex = queryPlan.selectorSatisfiedByIndex && queryPlan.sortSatisfiedByIndex
    const hasEnd = typeof asked.limit === 'number' && asked.limit > 0
    if (!isAnsweredByIndex || !hasEnd || (asked.skip ?? 0) > 0) return query(prepared)
    const range = rangeOf(await instance.internals, prepared, keyRange)
    return range === null ? { documents: [] } : readRange(instance, prepared, range)
  }
}

type Internals = Awaited<Instance['internals']>
type Prepared = PreparedQuery<{ id: string }>

/** Null where nothing can be: a list that would begin behind its end. */
const rangeOf = (
  { booleanIndexes }: Internals,
  { queryPlan }: Prepared,
  keyRange: typeof globalThis.IDBKeyRange,
): IDBKeyRange | null => {
  try {
    return getKeyRangeByQueryPlan(booleanIndexes, queryPlan, keyRange) as IDBKeyRange
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return null
    throw error
  }
}

const readRange = async (
  instance: Instance,
  { queryPlan, query }: Prepared,
  range: IDBKeyRange,
): ReturnType<Instance['query']> => {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals
  const index = `[${queryPlan.index.map(dexieReplaceIfStartsWithPipe).join('+')}]`
  const rows = await dexieDb.transaction('r', dexieTable, ({ idbtrans }) => {
    const store = idbtrans.objectStore(DEXIE_DOCS_TABLE_NAME)
    const request = store.index(index).getAll(range, query.limit)
    return new Promise<unknown[]>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('Unreadable.')))
    })
  })
  return { documents: rows.map(row => fromDexieToStorage(booleanIndexes, row)) }
}
