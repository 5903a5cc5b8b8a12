import type { CollectionName } from '../database.ts'
import { textOf, type OldDocument } from './ledger-changes.ts'
import {
  listDatabases,
  openRaw,
  type RawDatabase,
  type IndexedDbPort,
} from '../storage/raw-database.ts'

/**
 * The database of the app before this one: the tables of the spec's section 3, kept with Dexie alone.
 *
 * The spec does not tell its name. WARNING: whoever knows the name that was used in their organization adds
 * it here; a database with another name, or without the two tables below, is left alone.
 */
const legacyNames: readonly string[] = ['FieldSurveyDB']

/** Dexie counts in tens: its version 17 is the browser's 170. What is newer is not ours to read. */
const newestLegacyVersion = 170

const requiredTables: readonly string[] = ['forms', 'submissions']

/** The earlier tables, by what they are called today; the two names with capitals are the spec's. */
const tableNames: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  forms: ['forms'],
  form_questions: ['form_questions'],
  file_uploads: ['file_uploads'],
  submissions: ['submissions'],
  form_responses: ['form_responses'],
  outbox: ['outbox'],
  settings: ['settings'],
  user_profile: ['userProfile', 'user_profile'],
}

/** The earlier app's database, opened to be read. */
export interface LegacySource {
  readonly raw: RawDatabase
  /** The table that held a collection's rows; null when it has none. */
  readonly table: (collection: CollectionName) => string | null
}

/** The earlier app's databases on this device, by name. */
export const findLegacy = async (port: IndexedDbPort): Promise<readonly string[]> =>
  (await listDatabases(port))
    .filter(({ name, version }) => legacyNames.includes(name) && version <= newestLegacyVersion)
    .map(({ name }) => name)

/** Opens one of them; null when it is not what it was taken for. The caller closes it. */
export const openLegacy = async (
  port: IndexedDbPort,
  name: string,
): Promise<LegacySource | null> => {
  const raw = await openRaw(port, name)
  if (!requiredTables.every(table => raw.stores.includes(table))) {
    raw.close()
    return null
  }
  return {
    raw,
    table: collection => tableNames[collection]?.find(table => raw.stores.includes(table)) ?? null,
  }
}

/** WARNING: persisted, in the earlier database itself: who has begun to take it over. */
const claimKey = 'transect_owner'

/** Who asks for the earlier database: a surveyor on a server. */
export interface LegacyOwner {
  /** The name of their own database. */
  readonly databaseName: string
  readonly email: string
}

/**
 * Whether the earlier database is this surveyor's. It is theirs when its profile has their e-mail; one
 * without a profile belongs to the first who signs in, for `server_url` stood in the same browser storage
 * then as now. A claim once made is written into it, and stands.
 */
export const claimLegacy = async (
  { raw, table }: LegacySource,
  owner: LegacyOwner,
): Promise<boolean> => {
  const settings = table('settings')
  const claim = settings === null ? undefined : await raw.get(settings, claimKey)
  if (claim !== undefined) return textOf((claim as OldDocument)['value']) === owner.databaseName
  const email = await legacyEmail(raw, table('user_profile'))
  if (email !== '' && email !== owner.email.trim().toLowerCase()) return false
  if (settings !== null) {
    await raw.put(settings, { key: claimKey, value: owner.databaseName }).catch(() => {
      // A full device, or a table with other keys: the profile, or the first to come, decides again.
    })
  }
  return true
}

const legacyEmail = async (raw: RawDatabase, table: string | null): Promise<string> => {
  const profile = table === null ? undefined : await raw.get(table, 'currentUser')
  const email = (profile as OldDocument | undefined)?.['email']
  return textOf(email).trim().toLowerCase()
}
