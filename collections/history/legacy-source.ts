import type { CollectionName } from '../database.ts'
import { textOf, type OldDocument } from './ledger-changes.ts'
import { openRaw, type RawDatabase, type IndexedDbPort } from '../storage/raw-database.ts'

/** The tables without which not even a database with the configured name is the earlier app's. */
const neededTables: readonly string[] = ['forms', 'submissions']

/**
 * The tables by which a database with any other name is recognized: all of them, because the imported database is deleted,
 * and another app of this origin may have some of them.
 */
const tellingTables: readonly string[] = [
  ...neededTables,
  'form_questions',
  'form_responses',
  'file_uploads',
  'outbox',
  'settings',
]

/** The earlier tables, by the names of today's collections. The two names with capitals are the spec's. */
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

/** The earlier app's database, open for reading. */
export interface LegacySource {
  readonly raw: RawDatabase
  /** The table with a collection's rows; null when there is none. */
  readonly table: (collection: CollectionName) => string | null
}

/**
 * Opens a database that find-legacy.ts found, at its own version; null when it is not a database of the earlier app.
 * `configured`: the name that the deployment gives it. The caller closes it.
 */
export const openLegacy = async (
  port: IndexedDbPort,
  name: string,
  configured: string,
): Promise<LegacySource | null> => {
  const raw = await openRaw(port, name).catch((error: unknown) => {
    if (name === configured) throw error
    // Another app's broken database must not stop this one.
    return null
  })
  if (raw === null) return null
  const required = name === configured ? neededTables : tellingTables
  if (!required.every(table => raw.stores.includes(table))) {
    raw.close()
    return null
  }
  return {
    raw,
    table: collection => tableNames[collection]?.find(table => raw.stores.includes(table)) ?? null,
  }
}

/** WARNING: persisted in the earlier database itself: the surveyor who started to import it. */
const claimKey = 'transect_owner'

/** The surveyor on a server who claims the earlier database. */
export interface LegacyOwner {
  /** The name of their own database. */
  readonly databaseName: string
  readonly email: string
}

/**
 * Whether the earlier database belongs to this surveyor. It does when its profile has their e-mail. One without a
 * profile belongs to the first surveyor who signs in, because `server_url` was in the same browser storage then as
 * now. A claim is written into the database and is final.
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
      // On a full device, or in a table with other keys, the claim cannot be written. The next start then decides
      // again in the same way.
    })
  }
  return true
}

const legacyEmail = async (raw: RawDatabase, table: string | null): Promise<string> => {
  const profile = table === null ? undefined : await raw.get(table, 'currentUser')
  const email = (profile as OldDocument | undefined)?.['email']
  return textOf(email).trim().toLowerCase()
}
