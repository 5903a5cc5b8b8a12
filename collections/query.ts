import type { MangoQuery, RxCollection, RxDocument, RxQuery } from 'rxdb'
import { mergeMap, type Observable } from 'rxjs'
import type { CollectionName, Documents } from './database.ts'

/** What reads are made of: the named reads of queries.ts are walks along an index, and writes are followed as a stream. */

/** A list, to read once or to subscribe to. `key` is equal exactly when the list is the same. */
export interface ListQuery<Name extends CollectionName> {
  readonly collection: Name
  readonly key: string
  /** The query; with `more` rows than the list has. */
  readonly build: (
    collection: RxCollection<Documents[Name]>,
    more?: number,
  ) => RxQuery<Documents[Name], RxDocument<Documents[Name]>[]>
}

/** A count, to read once or to subscribe to. */
export interface CountQuery<Name extends CollectionName> {
  readonly collection: Name
  readonly key: string
  readonly count: (collection: RxCollection<Documents[Name]>) => RxQuery<Documents[Name], number>
}

/** The bounds within which a field is read. */
export interface Bounds<Value> {
  readonly $gt?: Value
  readonly $gte?: Value
  readonly $lt?: Value
  readonly $lte?: Value
  /** One of these. It is alone, because it bounds nothing. */
  readonly $in?: readonly Value[]
}

/** A field that only orders the rows of a walk. It comes last, after the fields with a value. */
export const inOrder: Bounds<never> = {}

/**
 * A walk along an index: the index's fields in their order, each with its value, its bounds or `inOrder`. If the
 * first field only orders, every document has to lie within its bounds.
 */
export type Walk<Doc> = {
  readonly [Field in keyof Doc]?: Doc[Field] | Bounds<Doc[Field]> | undefined
}

const keyOf = (name: CollectionName, ...walk: readonly unknown[]): string =>
  `${name} ${JSON.stringify(walk)}`

const indexOf = (walk: object): string[] =>
  Object.entries(walk).flatMap(([field, value]) => (value === undefined ? [] : [field]))

const selectorOf = (walk: object): object =>
  Object.fromEntries(Object.entries(walk).filter(([, value]) => value !== inOrder))

/** The first `limit` rows of a walk, ascending. */
export const list = <Name extends CollectionName>(
  collection: Name,
  walk: Walk<Documents[Name]>,
  limit: number,
): ListQuery<Name> => {
  const index = indexOf(walk)
  const sort = index.map(field => ({ [field]: 'asc' }))
  const query = { selector: selectorOf(walk), sort }
  return {
    collection,
    key: keyOf(collection, walk, limit),
    build: (rows, more = 0) => {
      // RxDB's dev-mode takes the primary key for no index.
      const named = index.join() === rows.schema.primaryPath ? {} : { index }
      return rows.find({ ...query, ...named, limit: limit + more } as MangoQuery<Documents[Name]>)
    },
  }
}

/**
 * How many rows a walk has. The query names its index because RxDB would choose the widest one with the same first
 * fields.
 */
export const count = <Name extends CollectionName>(
  collection: Name,
  walk: Walk<Documents[Name]>,
): CountQuery<Name> => {
  const query = { selector: selectorOf(walk), index: indexOf(walk) }
  return {
    collection,
    key: keyOf(collection, 'count', walk),
    count: rows => rows.count(query as MangoQuery<Documents[Name]>),
  }
}

/** A write to a collection. */
interface Change<Doc> {
  readonly documentId: string
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly documentData: Doc
  /** The document before an update. */
  readonly previousDocumentData?: Doc
}

/** A collection, or the whole database. */
interface Followed<Doc> {
  readonly eventBulks$: Observable<{
    readonly collectionName?: string
    readonly events: readonly Change<Doc>[]
  }>
}

/**
 * Every write to a collection, in this tab and in others. RxDB's own `$`, `insert$`, `update$` and `remove$` emit the
 * same, but keep every event in memory for the life of the page (17.6: a Map of the module's).
 */
export const changesOf = <Doc>(followed: Followed<Doc>): Observable<Change<Doc>> =>
  followed.eventBulks$.pipe(mergeMap(({ events }) => events))
