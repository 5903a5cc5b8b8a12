import type { RxStorage } from 'rxdb'
import type { CollectionName, Database } from './database.ts'
import { openUnmigrated } from './open-database.ts'
import { schemas } from './schemas.ts'
import { schemaVersion } from './schemas/schema.ts'
import { storedParts } from './storage/storage.ts'
import type { IndexedDbPort } from './storage/raw-database.ts'

/**
 * Opens a database that is on the device at exactly today's version, for those who come without a window.
 * null when it is not there, is older or newer, or an older version's documents have not been brought over:
 * it never makes a database and never migrates one.
 */
export const openStored = async (
  name: string,
  port: IndexedDbPort,
  storage: RxStorage<unknown, unknown>,
): Promise<Database | null> => {
  if (!(await isStoredAsToday(name, port))) return null
  const db = await openUnmigrated(name, storage)
  try {
    // Asking also unlocks each collection, so all of them are asked.
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

const isStoredAsToday = async (name: string, port: IndexedDbPort): Promise<boolean> => {
  const parts = await storedParts(name, port)
  const isNewer = parts.some(({ version }) => version > schemaVersion)
  const hasAll = Object.keys(schemas).every(wanted =>
    parts.some(({ collection, version }) => collection === wanted && version === schemaVersion),
  )
  return hasAll && !isNewer
}
