import { addRxPlugin, type RxStorage } from 'rxdb'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { forgetLostBytes } from './history/earlier.ts'
import { migrateAll, migrationStrategiesOf, type ReportProgress } from './history/migrate.ts'

addRxPlugin(RxDBMigrationSchemaPlugin)

/** Options of an opening. */
export interface OpenOptions {
  /** Epoch ms, the time of a document's move to Recovery. */
  readonly now?: number
  /** Receives the progress of a migration. */
  readonly report?: ReportProgress
}

/**
 * Opens a surveyor's database with all its collections at today's version. Migrations run only here, because
 * RxDB's automatic ones are quadratic and one that failed breaks every later start. Throws MigrationFailed, and
 * what the storage throws. A database known to be of today's version opens faster with open-current.ts.
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
    const isMended = await forgetLostBytes(db).catch(() => false)
    await db.close()
    // RxDB does not start a failed migration again.
    if (isMended) return openDatabase(name, storage, { now, report })
    throw error
  }
}

/**
 * Opens a database without migrating it: only to ask it what it needs, not to work with. A write before
 * `migrationNeeded` was awaited throws COL25.
 */
export const openUnmigrated = (
  name: string,
  storage: RxStorage<unknown, unknown>,
  now = 0,
): Promise<Database> =>
  createDatabase(name, storage, collection => migrationStrategiesOf(collection, now))
