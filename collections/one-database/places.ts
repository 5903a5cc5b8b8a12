import { Dexie, type Collection, type IndexableType, type Table } from 'dexie'
import {
  getQueryMatcher,
  getSortComparator,
  INDEX_MAX,
  INDEX_MIN,
  type PreparedQuery,
  type RxJsonSchema,
} from 'rxdb'
import type { Connection } from './connection.ts'
import type { Doc, StoredRecord } from './records.ts'
import {
  attachmentsStore,
  docsStore,
  flagsOf,
  keyFieldOf,
  nameOf,
  notesStore,
  type Layout,
} from './stores.ts'

/** Where the documents of one RxDB storage instance lie. */
export interface Place {
  /** All stores that a write may touch. */
  readonly tables: readonly Table[]
  readonly attachments: Table | null
  readonly get: (ids: readonly string[]) => PromiseLike<readonly (StoredRecord | undefined)[]>
  /** Writes records that are not there yet. Throws Dexie's BulkError if one is. */
  readonly add: (records: readonly StoredRecord[]) => PromiseLike<unknown>
  readonly put: (records: readonly StoredRecord[]) => PromiseLike<unknown>
  readonly remove: (ids: readonly string[]) => PromiseLike<unknown>
  /** The records of a query, in its order and within its limits. */
  readonly find: (prepared: Prepared, toDoc: ToDoc) => PromiseLike<readonly StoredRecord[]>
  /** How many records a query has whose index covers it; null for other queries. */
  readonly count: (prepared: Prepared) => PromiseLike<number> | null
  /** The records written after a checkpoint, oldest write first. */
  readonly since: (limit: number, from: Checkpoint) => PromiseLike<readonly StoredRecord[]>
  /** The ids of what was deleted before a time (epoch ms). */
  readonly deletedBefore: (time: number) => PromiseLike<readonly string[]>
  readonly clear: () => PromiseLike<unknown>
}

/** A query as RxDB has planned it. */
export type Prepared = PreparedQuery<Record<string, unknown>>
type ToDoc = (record: StoredRecord) => Doc

/** A moment in the order of writes: the time of a write (epoch ms), and the id for writes of the same time. */
export interface Checkpoint {
  readonly lwt: number
  readonly id: string
}

/** The place of a collection at a schema version, or of a store of RxDB's own. */
export const placeOf = (
  { db }: Connection,
  { schemas }: Layout,
  collection: string,
  schema: RxJsonSchema<never>,
): Place => {
  const store = docsStore(collection, schema.version)
  return collection in schemas
    ? tablePlace(db, store, schema)
    : notesPlace(db.table(notesStore), store, schema)
}

/** A collection: a table with the indexes of its schema. */
const tablePlace = (db: Dexie, store: string, schema: RxJsonSchema<never>): Place => {
  const table = db.table<StoredRecord, string>(store)
  const attachments = schema.attachments === undefined ? null : db.table(attachmentsStore(store))
  const tables = attachments === null ? [table] : [table, attachments]
  const key = keyFieldOf(schema)
  const flags = flagsOf(schema)
  const rangeOf = (plan: Plan) => rangeIn(table, plan, flags)
  return {
    tables,
    attachments,
    get: async ids => {
      if (ids.length <= fewKeys) return table.bulkGet([...ids])
      const [first = '', ...others] = [...ids].sort(byCode)
      const span = () => table.where(':id').between(first, others.at(-1) ?? first, true, true)
      // One key more than wanted shows that others lie between.
      const between = await span()
        .limit(ids.length + 1)
        .primaryKeys()
      if (between.length > ids.length) return table.bulkGet([...ids])
      if (between.length === 0) return []
      const recordsById = new Map((await span().toArray()).map(each => [String(each[key]), each]))
      return ids.map(id => recordsById.get(id))
    },
    add: records => table.bulkAdd(records),
    put: records => table.bulkPut(records),
    remove: ids => table.bulkDelete([...ids]),
    find: (prepared, toDoc) => {
      const { query, queryPlan: plan } = prepared
      const plans = plan.selectorSatisfiedByIndex ? [plan] : plansOfValues(prepared)
      if (plans !== null && plan.sortSatisfiedByIndex)
        return readRanges(db, table, plans, flags, prepared)
      const matches = getQueryMatcher(schema as never, query as never)
      const isWanted = (record: StoredRecord) => matches(toDoc(record) as never)
      const ids = boundsOfIds(prepared, key)
      if (ids !== null) {
        return table
          .where(':id')
          .between(...ids)
          .filter(isWanted)
          .limit(endOf(prepared))
          .toArray()
          .then(records => records.slice(query.skip ?? 0))
      }
      if (!plan.sortSatisfiedByIndex || query.limit === undefined) {
        return rangeOf(plan)
          .toArray()
          .then(records => cutOut(prepared, schema, records.filter(isWanted), toDoc))
      }
      // Stops at the limit, because the first rows may be enough.
      return rangeOf(plan)
        .filter(isWanted)
        .limit(endOf(prepared))
        .toArray()
        .then(records => records.slice(query.skip ?? 0))
    },
    count: ({ queryPlan }) =>
      queryPlan.selectorSatisfiedByIndex ? rangeOf(queryPlan).count() : null,
    since: (limit, { lwt, id }) =>
      table
        .where(nameOf(['_meta.lwt', key]))
        .above([lwt, id])
        .limit(limit)
        .toArray(),
    deletedBefore: time =>
      table
        .where(nameOf(['_meta.lwt', key]))
        .below([time])
        .filter(record => record['_deleted'] === '1')
        .primaryKeys(),
    clear: () => Promise.all(tables.map(each => each.clear())),
  }
}

/** RxDB's own stores are small and read by id, so that they share one table without indexes. */
const notesPlace = (
  table: Table<StoredRecord, IndexableType>,
  store: string,
  schema: RxJsonSchema<never>,
): Place => {
  const key = keyFieldOf(schema)
  const keyOf = (id: string): [string, string] => [store, id]
  const keysOf = (records: readonly StoredRecord[]) =>
    records.map(record => keyOf(String(record[key])))
  const all = () =>
    table.where(':id').between([store, Dexie.minKey] as never, [store, Dexie.maxKey] as never)
  const sorted = async (): Promise<readonly StoredRecord[]> => {
    const at = (record: StoredRecord) => (record['_meta'] as { lwt: number }).lwt
    const records = await all().toArray()
    return records.sort((a, b) => at(a) - at(b) || (String(a[key]) < String(b[key]) ? -1 : 1))
  }
  return {
    tables: [table],
    attachments: null,
    get: ids => table.bulkGet(ids.map(keyOf)),
    add: records => table.bulkAdd(records, keysOf(records) as never[]),
    put: records => table.bulkPut(records, keysOf(records) as never[]),
    remove: ids => table.bulkDelete(ids.map(keyOf)),
    find: async (prepared, toDoc) => {
      const matches = getQueryMatcher(schema as never, prepared.query as never)
      const records = await all().toArray()
      const wanted = records.filter(record => matches(toDoc(record) as never))
      return cutOut(prepared, schema, wanted, toDoc, 'always')
    },
    count: () => null,
    since: async (limit, { lwt, id }) => {
      const isLater = (record: StoredRecord) => {
        const at = (record['_meta'] as { lwt: number }).lwt
        return at > lwt || (at === lwt && String(record[key]) > id)
      }
      return (await sorted()).filter(isLater).slice(0, limit)
    },
    deletedBefore: async time => {
      const isOld = (record: StoredRecord) =>
        record['_deleted'] === '1' && (record['_meta'] as { lwt: number }).lwt < time
      return (await sorted()).filter(isOld).map(record => String(record[key]))
    },
    clear: () => all().delete(),
  }
}

type Plan = Prepared['queryPlan']

/** The row behind the last one of a query. */
const endOf = ({ query: { skip = 0, limit } }: Prepared): number =>
  skip + (limit ?? Number.POSITIVE_INFINITY)

/** Sorts matching records where the index has not done it, and cuts out the wanted part. */
const cutOut = (
  prepared: Prepared,
  schema: RxJsonSchema<never>,
  records: StoredRecord[],
  toDoc: ToDoc,
  sorting: 'as planned' | 'always' = 'as planned',
): readonly StoredRecord[] => {
  const { query, queryPlan } = prepared
  if (sorting === 'always' || !queryPlan.sortSatisfiedByIndex) {
    const compare = getSortComparator(schema as never, query as never)
    records.sort((a, b) => compare(toDoc(a) as never, toDoc(b) as never))
  }
  return records.slice(query.skip ?? 0, endOf(prepared))
}

/** The records between a plan's bounds, along its index. */
const rangeIn = (
  table: Table<StoredRecord, string>,
  { index, startKeys, endKeys, inclusiveStart, inclusiveEnd }: Plan,
  flags: readonly string[],
): Collection<StoredRecord, string> => {
  const toKeys = (values: readonly unknown[]) =>
    values.map((value, at) => {
      if (flags.includes(index[at] ?? '')) return value === INDEX_MAX || value === true ? '1' : '0'
      return value === INDEX_MIN ? Number.NEGATIVE_INFINITY : value
    })
  return table
    .where(nameOf(index))
    .between(toKeys(startKeys), toKeys(endKeys), inclusiveStart, inclusiveEnd)
}

/**
 * Up to so many keys are read one by one. More are looked for together, because an interview's answers lie next to each
 * other, and the rows of a first refresh often behind all that are stored.
 */
const fewKeys = 20

/** Whether a range has no record. */
const isEmpty = async (range: Collection<StoredRecord, string>): Promise<boolean> =>
  (await range.limit(1).primaryKeys()).length === 0

/** Reads the ranges of an index in one request each, and so without a message from row to row. */
const readRanges = (
  db: Dexie,
  table: Table<StoredRecord, string>,
  plans: readonly Plan[],
  flags: readonly string[],
  prepared: Prepared,
): PromiseLike<readonly StoredRecord[]> => {
  const end = endOf(prepared)
  const recordsIn = (plan: Plan) => {
    const range = rangeIn(table, plan, flags)
    return (Number.isFinite(end) ? range.limit(end) : range).toArray()
  }
  const wanted = (records: readonly StoredRecord[]) => records.slice(prepared.query.skip ?? 0, end)
  const [first, ...others] = plans
  // Without a transaction of its own, because the end of one is a message more to wait for.
  if (first !== undefined && others.length === 0) return recordsIn(first).then(wanted)
  return db.transaction('r', table, async () => {
    const span = { ...first, endKeys: plans.at(-1)?.endKeys } as Plan
    if (plans.length > fewKeys && (await isEmpty(rangeIn(table, span, flags)))) return []
    return wanted((await Promise.all(plans.map(recordsIn))).flat())
  })
}

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
    inclusiveStart: true,
    inclusiveEnd: true,
  }))
}

/**
 * The bounds of a query for ids from one text up to another, in the order of ids; null for other queries. RxDB plans
 * it along another index, which would be walked from end to end, because it has none of ids alone.
 */
const boundsOfIds = ({ query }: Prepared, key: string): readonly [string, string] | null => {
  const { $gte: from, $lt: to } = (query.selector[key] ?? {}) as { $gte?: unknown; $lt?: unknown }
  const isById = JSON.stringify(query.sort) === JSON.stringify([{ [key]: 'asc' }])
  return isById && typeof from === 'string' && typeof to === 'string' ? [from, to] : null
}

/** The order in which IndexedDB sorts texts. */
const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
