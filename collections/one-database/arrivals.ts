import type { RxCollection, WithDeleted } from 'rxdb'
import type { Doc } from './records.ts'

/**
 * What a replication of RxDB pulls is not written as it comes, because an unsent edit must not be overwritten. The storage
 * recognizes such a write by its context and hands the documents to their collection, which decides in a transaction
 * what they become.
 */

type Take = (documents: readonly Doc[]) => Promise<void>

/** By the internals of a storage instance, what takes the documents of a write, by its context. */
const takers = new WeakMap<object, { readonly context: string; readonly take: Take }>()

/** Sets what takes the documents of a replication. `context` is the name of its writes. */
export const takeArrivals = <Pulled>(
  collection: RxCollection<Pulled>,
  context: string,
  take: (documents: readonly WithDeleted<Pulled>[]) => Promise<void>,
): void => {
  takers.set(collection.storageInstance.internals as object, { context, take: take as never })
}

/** What takes the documents of a write; null for any other write. */
export const takerOf = (internals: object, context: string): Take | null => {
  const taker = takers.get(internals)
  return taker?.context === context ? taker.take : null
}
