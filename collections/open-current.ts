import type { RxCollection, RxStorage } from 'rxdb'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

/**
 * Opens a surveyor's database of which nothing of an earlier version is on the device: without the code that
 * brings documents forward, and without asking each collection whether it needs it.
 * WARNING: what an earlier version left would stay there unseen; `isOfToday` (storage/storage.ts) tells.
 * Throws what the storage throws.
 */
export const openCurrent = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
): Promise<Database> => {
  const db = await createDatabase(name, storage)
  // Where another surveyor's was migrated before, RxDB locks every collection until it has been asked.
  const collections: readonly RxCollection[] = Object.values(db.collections)
  const locked = collections.filter(({ migrationInProgress }) => migrationInProgress)
  await Promise.all(locked.map(collection => collection.migrationNeeded()))
  return db
}
