import type { RxCollection, RxDocumentData, RxStorageChangeEvent } from 'rxdb'
import type { Database } from '../database.ts'
import { memoryOf } from './memory.ts'

type Stored = RxDocumentData<Record<string, unknown>>

/**
 * Reads what other tabs wrote since a time (epoch ms) and emits it as their broadcasts would have done. Needed
 * because browsers drop broadcasts to a suspended tab, and RxDB trusts its memory until it receives an event.
 * Documents that this tab already has are skipped. Returns the number of documents emitted.
 */
export const catchUp = async (db: Database, sinceMs: number): Promise<number> => {
  let news = 0
  for (const collection of Object.values(db.collections) as RxCollection[]) {
    news += await catchUpWith(collection, sinceMs)
  }
  return news
}

/** How many documents are read at once. */
const batchSize = 500

const catchUpWith = async (collection: RxCollection, sinceMs: number): Promise<number> => {
  const { storageInstance, schema, database, name } = collection
  const { _docCache: docs, _queryCache: queries } = memoryOf(collection)
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
      // RxDB updates a cached list from change events. After missed events it must read the list again.
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
