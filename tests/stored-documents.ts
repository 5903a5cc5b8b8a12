import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb'

/** The documents of a collection as its storage has them, whatever this tab remembers. */
export const storedDocuments = async <Doc>(collection: unknown): Promise<readonly Doc[]> => {
  const { storageInstance, schema } = collection as RxCollection
  const selector = { _deleted: { $eq: false } }
  const query = normalizeMangoQuery(schema.jsonSchema as never, { selector } as never)
  const { documents } = await storageInstance.query(
    prepareQuery(schema.jsonSchema as never, query) as never,
  )
  return documents as unknown as readonly Doc[]
}
