import type { RxCollection, RxDocumentData } from 'rxdb'

/** The part of a collection's memory in RxDB 17 that is used here. */
interface Memory {
  readonly _docCache: {
    readonly getLatestDocumentDataIfExists: (
      id: string,
    ) => RxDocumentData<Record<string, unknown>> | undefined
  }
  /** Each query has a number: the last change its result includes, or -1 before the first read. */
  readonly _queryCache: { readonly _map: ReadonlyMap<string, object> }
}

/** A collection's memory. It lacks what other tabs wrote while this one was suspended. */
export const memoryOf = (collection: RxCollection): Memory => collection as unknown as Memory

/** A document as this tab last saw it, also a deleted one; undefined when nothing in this tab refers to it. */
export const remembered = (
  collection: RxCollection,
  id: string,
): RxDocumentData<Record<string, unknown>> | undefined => {
  const { _docCache: docs } = memoryOf(collection)
  return docs.getLatestDocumentDataIfExists(id)
}
