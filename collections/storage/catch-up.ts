import type { RxCollection, RxDocumentData, RxStorageChangeEvent } from 'rxdb'
import type { Database } from '../database.ts'

type Stored = RxDocumentData<Record<string, unknown>>

/**
 * Tells this tab what others wrote since a time (epoch ms), as their broadcasts would have. Browsers drop what
 * is broadcast to a tab that is stopped, and RxDB believes its memory until it is told otherwise. What this tab
 * knows already is told to nobody. Gives back how many documents were news.
 */
export const catchUp = async (db: Database, sinceMs: number): Promise<number> => {
  let news = 0
  for (const collection of Object.values(db.collections) as RxCollection[]) {
    news += await catchUpWith(collection, sinceMs)
  }
  return news
}

/** What RxDB 17 keeps in memory of a collection. */
interface Memory {
  readonly _docCache: {
    readonly getLatestDocumentDataIfExists: (id: string) => Stored | undefined
  }
  /** Each with a number: up to which change its result is right, and -1 before it was read. */
  readonly _queryCache: { readonly _map: ReadonlyMap<string, object> }
}

/** How many documents are read at once. */
const batchSize = 500

const catchUpWith = async (collection: RxCollection, sinceMs: number): Promise<number> => {
  const { storageInstance, schema, database, name } = collection
  const { _docCache: docs, _queryCache: queries } = collection as unknown as Memory
  const { _map: cached } = queries
  const storageToken = await database.storageToken
  let news = 0
  for (let checkpoint: unknown = { lwt: sinceMs, id: '' }; ;) {
    const changed = await storageInstance.getChangedDocumentsSince?.(batchSize, checkpoint)
    const documents = (changed?.documents ?? []) as Stored[]
    const events = documents.flatMap(documentData => {
      const documentId = String(documentData[schema.primaryPath as string])
      const known = docs.getLatestDocumentDataIfExists(documentId)
      return known?._rev === documentData._rev ? [] : [eventOf(documentId, documentData, known)]
    })
    if (events.length > 0) {
      news += events.length
      // RxDB works a list on from what it was; without all that happened in between it must read again.
      for (const query of cached.values()) Object.assign(query, { _latestChangeEvent: -1 })
      database.$emit({
        id: `caught up ${name} ${events.length} ${JSON.stringify(changed?.checkpoint)}`,
        collectionName: name,
        isLocal: false,
        internal: false,
        events,
        checkpoint: changed?.checkpoint as never,
        context: 'catch-up',
        storageToken,
        databaseToken: database.token,
      })
    }
    if (documents.length < batchSize) return news
    checkpoint = changed?.checkpoint
  }
}

const eventOf = (
  documentId: string,
  documentData: Stored,
  previousDocumentData: Stored | undefined,
): RxStorageChangeEvent<Stored> => {
  const operation = documentData._deleted ? 'DELETE' : previousDocumentData ? 'UPDATE' : 'INSERT'
  return { operation, documentId, documentData, previousDocumentData } as never
}
