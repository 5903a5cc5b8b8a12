import type { RxStorage, RxStorageInstanceCreationParams } from 'rxdb'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'

/**
 * The product's storage for any schema: RxDB's suites invent collections, and the product declares all of its own
 * ahead. Each collection therefore has a database of its own, of the highest version that was opened, so that a
 * migration reads the earlier version through the same connection as the product's. Versions count from 1, because
 * IndexedDB has no version 0.
 */
export const eachAlone = (port: IndexedDbPort): RxStorage<unknown, unknown> => {
  const opened = new Map<string, { version: number; storage: RxStorage<unknown, unknown> }>()
  return {
    ...oneDatabase(port),
    createStorageInstance: async params => {
      const { collectionName } = params
      const schema = { ...params.schema, version: params.schema.version + 1 }
      const databaseName = `${params.databaseName}--${collectionName}`
      let alone = opened.get(databaseName)
      if (alone === undefined || alone.version < schema.version) {
        const layout = { version: schema.version, schemas: { [collectionName]: schema as never } }
        alone = { version: schema.version, storage: oneDatabase(port, { layout }) }
        opened.set(databaseName, alone)
      }
      const own = { ...params, schema, databaseName } as RxStorageInstanceCreationParams<
        never,
        unknown
      >
      const instance = await alone.storage.createStorageInstance(own)
      const asAsked = { schema: params.schema, databaseName: params.databaseName }
      return Object.assign(instance, asAsked) as never
    },
  }
}
