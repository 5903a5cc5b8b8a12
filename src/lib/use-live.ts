import { useMemo } from 'react'
import type { RxDocument } from 'rxdb'
import { Provider, useRxData } from 'rxdb-hooks'
import { map, type Observable } from 'rxjs'
import type { CollectionName, Collections, Database } from '../../collections/database.ts'
import type { CountQuery, DocOf, ListQuery } from '../../collections/queries.ts'
import type { SettingKey, SettingValues } from '../../collections/settings.ts'
import { settingDefaults } from '../../collections/write-settings.ts'
import { useStream } from './use-stream.ts'

/** Gives the screens below it the database that their live queries read. */
export const LiveProvider = Provider

export interface LiveList<Doc> {
  readonly docs: readonly RxDocument<Doc>[]
  /** Nothing has been read yet: show a skeleton, not an empty state. */
  readonly isFirstRead: boolean
}

/** A list that follows every change, in this tab or another. */
export const useLive = <Name extends CollectionName>(
  query: ListQuery<Name>,
): LiveList<DocOf<Name>> => {
  // The hook compares its argument by identity, and would read for ever with a new one each time.
  const build = useMemo(() => query.build, [query.key])
  const { result, isFetching } = useRxData<DocOf<Name>>(query.collection, build as never)
  return {
    docs: result as unknown as readonly RxDocument<DocOf<Name>>[],
    isFirstRead: isFetching && result.length === 0,
  }
}

/** A count that follows every change; null until it was read. */
export const useLiveCount = <Name extends CollectionName>(
  db: Database,
  query: CountQuery<Name>,
): number | null => {
  const count$ = useMemo(
    () => query.count(db[query.collection] as Collections[Name]).$ as Observable<number>,
    [db, query.key],
  )
  return useStream<number | null>(count$, null)
}

/** One document that follows every change; undefined until it was read, null when there is none. */
export const useLiveDoc = <Name extends CollectionName>(
  db: Database,
  collection: Name,
  id: string,
): RxDocument<DocOf<Name>> | null | undefined => {
  const doc$ = useMemo(
    () =>
      db[collection].findOne(id).$ as unknown as Observable<RxDocument<DocOf<Name>> | null>,
    [db, collection, id],
  )
  return useStream<RxDocument<DocOf<Name>> | null | undefined>(doc$, undefined)
}

/** A setting that follows every change; its default until it was set. */
export const useSetting = <Key extends SettingKey>(db: Database, key: Key): SettingValues[Key] => {
  const value$ = useMemo(
    () =>
      db.settings
        .findOne(key)
        .$.pipe(
          map(doc => (doc?.toJSON().value as SettingValues[Key] | undefined) ?? settingDefaults[key]),
        ),
    [db, key],
  )
  return useStream(value$, settingDefaults[key])
}
