import type { RxCollection, RxDocumentData } from 'rxdb'
import type { Database } from '../database.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'

type Stored = RxDocumentData<Record<string, unknown>>

/**
 * Writes back what the app still has in memory after the browser deleted its storage: what RxDB has cached, and
 * the `answers` that the app kept for this case. The bytes of files are not in memory, and are lost. Returns the
 * number of documents written back, by collection.
 */
export const rescueFromMemory = async (
  db: Database,
  answers: Iterable<FormResponseDoc> = [],
): Promise<ReadonlyMap<string, number>> => {
  const rescued = new Map<string, number>()
  for (const collection of Object.values(db.collections) as RxCollection[]) {
    const kept = collection.name === 'form_responses' ? answers : []
    rescued.set(collection.name, await rescueCollection(collection, kept as Iterable<Stored>))
  }
  return rescued
}

/** RxDB's own cache. It has the latest state of each document that is still referenced. */
type Cache = { readonly cacheItemByDocId: ReadonlyMap<string, readonly [unknown, Stored]> }

const rescueCollection = async (
  collection: RxCollection,
  kept: Iterable<Stored>,
): Promise<number> => {
  const { storageInstance, schema } = collection
  const key = String(schema.primaryPath)
  const { cacheItemByDocId } = Reflect.get(collection, '_docCache') as unknown as Cache
  const docsById = new Map<string, Stored>()
  for (const doc of kept) docsById.set(String(doc[key]), doc)
  for (const [id, [, latest]] of cacheItemByDocId) docsById.set(id, latest)
  const remembered = [...docsById.values()].filter(doc => !doc._deleted)
  if (remembered.length === 0) return 0
  const ids = remembered.map(doc => String(doc[key]))
  const stored = await storageInstance.findDocumentsById(ids, true)
  const isThere = new Set(stored.map(doc => String((doc as Record<string, unknown>)[key])))
  const missing = remembered.filter(doc => !isThere.has(String(doc[key])))
  if (missing.length === 0) return 0
  const { error } = await storageInstance.bulkWrite(
    missing.map(doc => ({ document: { ...doc, _attachments: {} } })) as never,
    'rescue',
  )
  return missing.length - error.length
}
