import type { RxCollection, RxDocument, RxQuery } from 'rxdb'
import type { CollectionName, Collections } from './database.ts'

/** What the named reads of queries.ts are made of. */

/** The documents of a collection, without RxDB's methods. */
export type DocOf<Name extends CollectionName> =
  Collections[Name] extends RxCollection<infer Doc> ? Doc : never

/** A list to be read once or lived with; `key` is equal exactly when the list is the same. */
export interface ListQuery<Name extends CollectionName> {
  readonly collection: Name
  readonly key: string
  readonly build: (collection: Collections[Name]) => RxQuery<DocOf<Name>, RxDocument<DocOf<Name>>[]>
}

/** A count to be read once or lived with. */
export interface CountQuery<Name extends CollectionName> {
  readonly collection: Name
  readonly key: string
  readonly count: (collection: Collections[Name]) => RxQuery<DocOf<Name>, number>
}
