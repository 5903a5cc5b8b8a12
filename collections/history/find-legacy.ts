import { listDatabases, type IndexedDbPort } from '../storage/raw-database.ts'

/** Dexie multiplies by ten: its version 17 is IndexedDB's 170. A newer version is not ours to read. */
const newestLegacyVersion = 170

/** The databases of this app, also those from before its first release. */
const isOurs = (name: string): boolean => /^(?:rxdb-dexie-)?transect-/.test(name)

/**
 * The databases on this device that may be the earlier app's, by name, because the spec does not give its name. None is
 * opened: legacy-source.ts recognizes the earlier app’s by its tables.
 */
export const findLegacy = async (port: IndexedDbPort): Promise<readonly string[]> =>
  (await listDatabases(port))
    .filter(({ name, version }) => !isOurs(name) && version <= newestLegacyVersion)
    .map(({ name }) => name)
