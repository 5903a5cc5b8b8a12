import type { RxStorage } from 'rxdb'
import type { CollectionName, Database } from './database.ts'
import { openUnmigrated } from './open-database.ts'
import { schemas } from './schemas.ts'
import { schemaVersion } from './schemas/schema.ts'
import { storedVersion } from './one-database/stored.ts'
import type { IndexedDbPort } from './storage/raw-database.ts'

/**
 * Opens a database that is on the device at exactly today's version, for code that runs without a window. Returns
 * null when it does not exist, is older or newer, or still has documents to migrate. Never creates or migrates a
 * database.
 */
export const openStored = async (
  name: string,
  port: IndexedDbPort,
  storage: RxStorage<unknown, unknown>,
): Promise<Database | null> => {
  if ((await storedVersion(name, port)) !== schemaVersion) return null
  const db = await openUnmigrated(name, storage)
  try {
    // Every collection is asked because the question also unlocks it.
    let isOlder = false
    for (const collection of Object.keys(schemas) as CollectionName[]) {
      if (await db[collection].migrationNeeded()) isOlder = true
    }
    if (!isOlder) return db
  } catch (error) {
    await db.close()
    throw error
  }
  await db.close()
  return null
}
