import type { CollectionName, Database } from '../../../collections/database.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'

/**
 * The local databases that a new version empties: only what can be found out again. Whatever a surveyor
 * has entered, and the forms to enter it into, are never on this list (decisions 3).
 */
export const derivedCollections = ['location_cache'] as const satisfies readonly CollectionName[]

/** Empties what the version before derived from elsewhere, and lets everything be fetched anew. */
export const clearDerived = async (db: Database): Promise<void> => {
  for (const name of derivedCollections) await db[name].find().remove()
  await writeSetting(db, 'freshness', {})
}
