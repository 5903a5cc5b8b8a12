import { listDatabases, type IndexedDbPort } from '../storage/raw-database.ts'

/**
 * The database of the app before this one: the tables of the spec's section 3, stored with Dexie alone.
 *
 * The spec does not give its name. WARNING: if your organization used another name, add it here. A database with
 * an unlisted name, or without the tables that legacy-source.ts requires, is left alone.
 */
const legacyNames: readonly string[] = ['FieldSurveyDB']

/** Dexie multiplies by ten: its version 17 is IndexedDB's 170. A newer version is not ours to read. */
const newestLegacyVersion = 170

/** The earlier app's databases on this device, by name. */
export const findLegacy = async (port: IndexedDbPort): Promise<readonly string[]> =>
  (await listDatabases(port))
    .filter(({ name, version }) => legacyNames.includes(name) && version <= newestLegacyVersion)
    .map(({ name }) => name)
