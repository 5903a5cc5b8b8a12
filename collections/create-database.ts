import { addRxPlugin, createRxDatabase, type MigrationStrategies, type RxStorage } from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { RxDBcrdtPlugin } from 'rxdb/plugins/crdt'
import type { CollectionName, Collections, Database } from './database.ts'
import { pause } from './one-database/slices.ts'
import { restCrdtPlugin } from './rest-crdt-plugin.ts'
import { schemas } from './schemas.ts'

// The order matters because the REST handler replaces the one that the CRDT plugin sets.
for (const plugin of [RxDBAttachmentsPlugin, RxDBcrdtPlugin, restCrdtPlugin]) addRxPlugin(plugin)

/** RxDB sorts and hashes the schemas of one call in one piece. More would block the start of a slow phone. */
const addedAtOnce = 2

const inGroups = (names: readonly CollectionName[]): readonly (readonly CollectionName[])[] =>
  names.length <= addedAtOnce
    ? [names]
    : [names.slice(0, addedAtOnce), ...inGroups(names.slice(addedAtOnce))]

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
    const added = await Promise.allSettled(
      inGroups(Object.keys(schemas) as CollectionName[]).map(async group => {
        await pause()
        const creators = group.map(collection => [
          collection,
          {
            schema: schemas[collection],
            migrationStrategies: strategiesOf(collection),
            autoMigrate: false,
          },
        ])
        await db.addCollections(Object.fromEntries(creators) as never)
      }),
    )
    const failed = added.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    // Many things wait for the database.
    await pause()
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
