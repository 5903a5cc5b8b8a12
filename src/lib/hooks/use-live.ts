import { useCallback, useMemo, useState } from 'react'
import type { RxCollection, RxDocument } from 'rxdb'
import { Provider, useRxData } from 'rxdb-hooks'
import { map, NEVER, type Observable } from 'rxjs'
import type {
  CollectionName,
  Collections,
  Database,
  Documents,
} from '../../../collections/database.ts'
import type { CountQuery, ListQuery } from '../../../collections/query.ts'
import type { SettingKey, SettingValues } from '../../../collections/schemas/settings.ts'
import { settingDefaults } from '../../../collections/writes/write-settings.ts'
import { calmly, useCalmly } from './calmly.ts'

/** Provides the database for the live queries of the screens below it. */
export const LiveProvider = Provider

/** The current state of a list. */
interface LiveList<Doc> {
  readonly docs: readonly RxDocument<Doc>[]
  /** Nothing has been read yet: show a skeleton, not an empty state. */
  readonly isFirstRead: boolean
}

/**
 * Returns the first of several queries with the same key, because RxDB's hooks compare queries by identity: a new one
 * on each render would cause endless reads.
 */
const useSame = <Query extends { readonly key: string }>(query: Query): Query => {
  const [kept, keep] = useState(query)
  if (kept.key === query.key) return kept
  keep(query)
  return query
}

/** The same query, read calmly. RxDB's hooks subscribe to a query's `$`, and take nothing else for a query. */
const readCalmly = <Query extends { readonly $: Observable<unknown> }>(query: Query): Query =>
  Object.create(query, { $: { get: () => calmly<unknown>(query.$) } }) as Query

/** A list that follows every change, in this tab or another. */
export const useLive = <Name extends CollectionName>(
  query: ListQuery<Name>,
): LiveList<Documents[Name]> => {
  const { collection, build } = useSame(query)
  const construct = useCallback(
    (documents: RxCollection<Documents[Name]>) => readCalmly(build(documents)),
    [build],
  )
  const { result, isFetching } = useRxData<Documents[Name]>(collection, construct)
  return {
    docs: result,
    isFirstRead: isFetching && result.length === 0,
  }
}

/**
 * A count that follows every change; null until it was read. Counting walks the whole index and delays later reads, so
 * a long count waits (`isDue`) until the rows above it are shown.
 */
export const useLiveCount = <Name extends CollectionName>(
  db: Collections,
  query: CountQuery<Name>,
  isDue = true,
): number | null => {
  const { collection, count } = useSame(query)
  const count$ = useMemo(
    () => (isDue ? count(db[collection]).$ : NEVER),
    [db, collection, count, isDue],
  )
  return useCalmly<number | null>(count$, null)
}

/** One document that follows every change; undefined until it was read, null when there is none. */
export const useLiveDoc = <Name extends CollectionName>(
  db: Collections,
  collection: Name,
  id: string,
): RxDocument<Documents[Name]> | null | undefined => {
  const doc$ = useMemo(() => db[collection].findOne(id).$, [db, collection, id])
  return useCalmly<RxDocument<Documents[Name]> | null | undefined>(doc$, undefined)
}

/** A setting that follows every change; its default until it was read. */
export const useSetting = <Key extends SettingKey>(db: Database, key: Key): SettingValues[Key] =>
  useStoredSetting(db, key) ?? settingDefaults[key]

/** A setting that follows every change; null until it was read. */
export const useStoredSetting = <Key extends SettingKey>(
  db: Database,
  key: Key,
): SettingValues[Key] | null => {
  const value$ = useMemo(
    () =>
      db.settings
        .findOne(key)
        .$.pipe(
          map(
            doc => (doc?.toJSON().value as SettingValues[Key] | undefined) ?? settingDefaults[key],
          ),
        ),
    [db, key],
  )
  return useCalmly<SettingValues[Key] | null>(value$, null)
}
