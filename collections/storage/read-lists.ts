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
 * Reads a list that its index covers in one request. RxDB's own query moves a cursor from row to row, and each
 * step is a message to the browser's storage and back. For one of several values (`$in`) it even visits all rows
 * between the smallest and the largest value.
 */
export const readListsAtOnce = (
  instance: Instance,
  keyRange: typeof globalThis.IDBKeyRange,
): void => {
  const query = instance.query.bind(instance)
  instance.query = async prepared => {
    const { query: asked, queryPlan } = prepared
    const hasEnd = typeof asked.limit === 'number' && asked.limit > 0
    if (!queryPlan.sortSatisfiedByIndex || !hasEnd || (asked.skip ?? 0) > 0) return query(prepared)
    const plans = queryPlan.selectorSatisfiedByIndex ? [queryPlan] : plansOfValues(prepared)
    if (plans === null) return query(prepared)
    const internals = await instance.internals
    const ranges = plans.flatMap(plan => rangeOf(internals, plan, keyRange) ?? [])
    return readRanges(instance, prepared, ranges)
  }
}

type Internals = Awaited<Instance['internals']>
type Prepared = PreparedQuery<{ id: string }>
type Plan = Prepared['queryPlan']

/**
 * One plan per value, in the index's order, for a query whose only condition is that a field has one of several
 * texts. Null for other queries.
 */
const plansOfValues = ({ query, queryPlan }: Prepared): readonly Plan[] | null => {
  const [deleted, field] = queryPlan.index
  if (deleted !== '_deleted' || field === undefined) return null
  const selector = query.selector as Readonly<Record<string, unknown>>
  const { _deleted: alive, [field]: wanted, ...more } = selector
  if (Object.keys(more).length > 0 || JSON.stringify(alive) !== '{"$eq":false}') return null
  const { $in: values, ...others } = (wanted ?? {}) as { readonly $in?: readonly unknown[] }
  if (values === undefined || Object.keys(others).length > 0) return null
  const texts = values.filter(value => typeof value === 'string')
  if (texts.length < values.length) return null
  const at = (keys: Plan['startKeys'], value: string) => [keys[0], value, ...keys.slice(2)] as never
  return [...new Set(texts)].sort(byCode).map(value => ({
    ...queryPlan,
    startKeys: at(queryPlan.startKeys, value),
    endKeys: at(queryPlan.endKeys, value),
  }))
}

/** The order in which IndexedDB sorts texts. */
const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Null when the range is empty because its start lies behind its end. */
const rangeOf = (
  { booleanIndexes }: Internals,
  queryPlan: Plan,
  keyRange: typeof globalThis.IDBKeyRange,
): IDBKeyRange | null => {
  try {
    return getKeyRangeByQueryPlan(booleanIndexes, queryPlan, keyRange) as IDBKeyRange
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return null
    throw error
  }
}

const readRanges = async (
  instance: Instance,
  { queryPlan, query }: Prepared,
  ranges: readonly IDBKeyRange[],
): ReturnType<Instance['query']> => {
  if (ranges.length === 0) return { documents: [] }
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals
  const name = `[${queryPlan.index.map(dexieReplaceIfStartsWithPipe).join('+')}]`
  const found = await dexieDb.transaction('r', dexieTable, ({ idbtrans }) => {
    const index = idbtrans.objectStore(DEXIE_DOCS_TABLE_NAME).index(name)
    const read = (range: IDBKeyRange) =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = index.getAll(range, query.limit)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('Unreadable.')))
      })
    return Promise.all(ranges.map(read))
  })
  const rows = found.flat().slice(0, query.limit)
  return { documents: rows.map(row => fromDexieToStorage(booleanIndexes, row)) }
}
