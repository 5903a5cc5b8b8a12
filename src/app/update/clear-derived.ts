import type { CollectionName, Database } from '../../../collections/database.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'

/**
 * The collections that a new version empties: only what can be fetched or computed again, never a surveyor's work or
 * the forms it needs (decisions 3).
 */
export const derivedCollections = ['location_cache'] as const satisfies readonly CollectionName[]

/** Empties what the previous version derived, and marks everything else to be fetched again. */
export const clearDerived = async (db: Database): Promise<void> => {
  for (const name of derivedCollections) await db[name].find().remove()
  await writeSetting(db, 'freshness', {})
}
