import { addRxPlugin, createRxDatabase, type MigrationStrategies, type RxStorage } from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { RxDBcrdtPlugin } from 'rxdb/plugins/crdt'
import type { CollectionName, Collections, Database } from './database.ts'
import { eachVersionPlugin } from './interview/each-version.ts'
import { schemas } from './schemas.ts'

// The order matters because the last one replaces the handler that the CRDT plugin sets.
for (const plugin of [RxDBAttachmentsPlugin, RxDBcrdtPlugin, eachVersionPlugin]) addRxPlugin(plugin)

/**
 * Creates a surveyor's database with all its collections, for openDatabase and openCurrent. Migrates nothing;
 * `strategiesOf` supplies the migration strategies.
 */
export const createDatabase = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
  strategiesOf: (collection: CollectionName) => MigrationStrategies = () => ({}),
): Promise<Database> => {
  const db = await createRxDatabase<Collections>({
    name,
    storage,
    multiInstance: true,
    eventReduce: true,
  })
  try {
    await db.addCollections(
      Object.fromEntries(
        (Object.keys(schemas) as CollectionName[]).map(collection => [
          collection,
          {
            schema: schemas[collection],
            migrationStrategies: strategiesOf(collection),
            autoMigrate: false,
          },
        ]),
      ) as never,
    )
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
