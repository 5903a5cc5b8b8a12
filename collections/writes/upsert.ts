import type { RxCollection, RxDocument } from 'rxdb'

/**
 * Writes a whole document, whether or not it is there already; atomic over tabs. Never RxDB's own
 * incrementalUpsert: it keeps a queue for each document, and after one write that failed (a full disk)
 * every later one of that document fails too.
 */
export const upsert = async <Doc>(
  collection: RxCollection<Doc>,
  document: Doc,
): Promise<RxDocument<Doc>> => {
  const id = document[collection.schema.primaryPath as keyof Doc] as string
  let stored = await collection.findOne(id).exec()
  if (stored === null) {
    const { success, error } = await collection.bulkInsert([document])
    const [inserted] = success
    if (inserted !== undefined) return inserted
    if (error[0]?.status !== 409) {
      throw new Error(`A document of ${collection.name} was not written.`, { cause: error[0] })
    }
    // Told by the storage: a query might not have heard yet of what another tab wrote.
    stored = await collection.insertIfNotExists(document)
  }
  return stored.incrementalModify(() => ({ ...document, _deleted: false }) as never)
}
