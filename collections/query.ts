import type { MangoQuery, RxCollection, RxDocument, RxQuery } from 'rxdb'
import type { CollectionName, Documents } from './database.ts'

/** What the named reads of queries.ts are made of: walks along an index. */

/** A list to be read once or lived with; `key` is equal exactly when the list is the same. */
export interface ListQuery<Name extends CollectionName> {
  readonly collection: Name
  readonly key: string
  readonly build: (
    collection: RxCollection<Documents[Name]>,
  ) => RxQuery<Documents[Name], RxDocument<Documents[Name]>[]>
}

/** A count to be read once or lived with. */
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
}

/** In a walk: the field only orders the rows. It comes last, behind fields with a value. */
export const inOrder: Bounds<never> = {}

/**
 * A walk along an index: the index's fields in their order, each with its value, its bounds or `inOrder`.
 * Every document has to lie within the bounds of a first field that only orders.
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
  const query = { selector: selectorOf(walk), index, sort, limit }
  return {
    collection,
    key: keyOf(collection, walk, limit),
    build: rows => rows.find(query as MangoQuery<Documents[Name]>),
  }
}

/** How many rows a walk has. Its index is named, because RxDB would take the widest that begins so. */
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
