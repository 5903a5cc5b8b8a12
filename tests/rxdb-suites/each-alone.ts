import type { RxStorage, RxStorageInstanceCreationParams } from 'rxdb'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'

/**
 * The product's storage for any schema: RxDB's suites invent collections, and the product declares all of its own
 * ahead. Each instance therefore has a database of its own. Versions count from 1, because IndexedDB has no version 0.
 */
export const eachAlone = (port: IndexedDbPort): RxStorage<unknown, unknown> => ({
  ...oneDatabase(port),
  createStorageInstance: params => {
    const { collectionName, databaseName } = params
    const schema = { ...params.schema, version: params.schema.version + 1 }
    const layout = { version: schema.version, schemas: { [collectionName]: schema as never } }
    const own = { ...params, schema, databaseName: `${databaseName}--${collectionName}` }
    return oneDatabase(port, { layout }).createStorageInstance(
      own as RxStorageInstanceCreationParams<never, unknown>,
    ) as never
  },
})
