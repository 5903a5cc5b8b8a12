import type { RxCollection, RxDocumentData } from 'rxdb'
import type { Database } from './database.ts'

/**
 * Writes back what the app still has in memory after the browser deleted its storage under it: the
 * interview on screen with its answers, and whatever else was being looked at. The bytes of files are not
 * in memory, and are lost. Gives back how many documents of each collection could be written back.
 */
export const rescueFromMemory = async (db: Database): Promise<ReadonlyMap<string, number>> => {
  const rescued = new Map<string, number>()
  for (const collection of Object.values(db.collections) as RxCollection[]) {
    rescued.set(collection.name, await rescueCollection(collection))
  }
  return rescued
}

/** RxDB's own cache; of each document it has the latest state. */
type Cache = {
  readonly cacheItemByDocId: ReadonlyMap<
    string,
    readonly [unknown, RxDocumentData<Record<string, unknown>>]
  >
}

const rescueCollection = async (collection: RxCollection): Promise<number> => {
  const { storageInstance, schema } = collection
  const key = String(schema.primaryPath)
  const { cacheItemByDocId } = Reflect.get(collection, '_docCache') as unknown as Cache
  const remembered = [...cacheItemByDocId.values()]
    .map(([, latest]) => latest)
    .filter(doc => !doc._deleted)
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
