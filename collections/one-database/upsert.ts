import type { RxCollection, RxDocument } from 'rxdb'

/**
 * Writes a whole document, whether or not it exists; atomic across tabs. Used instead of RxDB's incrementalUpsert,
 * which keeps a queue per document and, after one failed write (a full disk), fails every later write of that
 * document.
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
    // The storage reports the conflict, because a query may not know yet what another tab wrote.
    stored = await collection.insertIfNotExists(document)
  }
  return stored.incrementalModify(() => ({ ...document, _deleted: false }) as never)
}
