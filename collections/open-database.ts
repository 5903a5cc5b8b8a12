import { addRxPlugin, type RxStorage } from 'rxdb'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { migrateAll, migrationStrategiesOf, type ReportProgress } from './history/migrate.ts'

addRxPlugin(RxDBMigrationSchemaPlugin)

/** What an opening needs besides the place. */
export interface OpenOptions {
  /** Epoch ms, for what a migration moves to Recovery. */
  readonly now?: number
  /** Hears how far a migration is. */
  readonly report?: ReportProgress
}

/**
 * Opens a surveyor's database with all its collections at today's version.
 * Migrations run here and nowhere else: RxDB's automatic ones are quadratic, and one that failed
 * poisons every later start. Throws MigrationFailed, and what the storage throws. What is known to be of
 * today opens sooner (open-current.ts).
 */
export const openDatabase = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
  { now = 0, report = () => {} }: OpenOptions = {},
): Promise<Database> => {
  const db = await openUnmigrated(name, storage, now)
  try {
    await migrateAll(db, report)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Opens a database as it is, without bringing older documents forward: to be asked what it needs, not to
 * be worked with. A write before `migrationNeeded` was awaited throws COL25.
 */
export const openUnmigrated = (
  name: string,
  storage: RxStorage<unknown, unknown>,
  now = 0,
): Promise<Database> =>
  createDatabase(name, storage, collection => migrationStrategiesOf(collection, now))
