import type { RxCollection, RxStorage } from 'rxdb'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

/**
 * Opens a surveyor's database that has no documents of an earlier version: without loading the migration code, and
 * without asking each collection whether it needs a migration. WARNING: documents of an earlier version would stay
 * in it unseen; ask the storage's `open` first. Throws what the storage throws.
 */
export const openCurrent = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
): Promise<Database> => {
  const db = await createDatabase(name, storage)
  // RxDB locks every collection until it was asked when another surveyor's database was migrated before.
  const collections: readonly RxCollection[] = Object.values(db.collections)
  const locked = collections.filter(({ migrationInProgress }) => migrationInProgress)
  await Promise.all(locked.map(collection => collection.migrationNeeded()))
  return db
}
