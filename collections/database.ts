import { addRxPlugin, type RxCollection, type RxDatabase, type RxStorage } from 'rxdb'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { createDatabase } from './create-database.ts'
import type { DraftDoc } from './schemas/drafts.ts'
import type { FileUploadDoc } from './schemas/file-uploads.ts'
import type { FormQuestionDoc } from './schemas/form-questions.ts'
import type { FormResponseDoc } from './schemas/form-responses.ts'
import type { FormDoc } from './schemas/forms.ts'
import type { LocationCacheDoc } from './schemas/location-cache.ts'
import { migrateAll, migrationStrategiesOf, type ReportProgress } from './history/migrate.ts'
import type { OrganizationDoc } from './schemas/organization.ts'
import type { OutboxDoc } from './schemas/outbox.ts'
import type { RecoveryDoc } from './schemas/recovery.ts'
import type { SettingDoc } from './schemas/settings.ts'
import type { SubmissionDoc } from './schemas/submissions.ts'
import type { UserProfileDoc } from './schemas/user-profile.ts'

/** Every collection of a surveyor's database, by its name. */
export interface Collections {
  forms: RxCollection<FormDoc>
  form_questions: RxCollection<FormQuestionDoc>
  submissions: RxCollection<SubmissionDoc>
  form_responses: RxCollection<FormResponseDoc>
  file_uploads: RxCollection<FileUploadDoc>
  outbox: RxCollection<OutboxDoc>
  settings: RxCollection<SettingDoc>
  user_profile: RxCollection<UserProfileDoc>
  organization: RxCollection<OrganizationDoc>
  location_cache: RxCollection<LocationCacheDoc>
  drafts: RxCollection<DraftDoc>
  recovery: RxCollection<RecoveryDoc>
}

/** The name of a collection. */
export type CollectionName = keyof Collections

/** A surveyor's database, as everything that reads or writes gets it. */
export type Database = RxDatabase<Collections>

addRxPlugin(RxDBMigrationSchemaPlugin)

/** What an opening needs besides the place. */
export interface OpenOptions {
  /** Epoch ms, for what a migration moves to Recovery. */
  readonly now?: number
  /** Hears how far a migration is. */
  readonly report?: ReportProgress
}

/**
 * Opens a surveyor's database with all its collections at today's version.
 * Migrations run here and nowhere else: RxDB's automatic ones are quadratic, and one that failed
 * poisons every later start. Throws MigrationFailed, and what the storage throws. What is known to be of
 * today opens sooner (open-current.ts).
 */
export const openDatabase = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
  { now = 0, report = () => {} }: OpenOptions = {},
): Promise<Database> => {
  const db = await openUnmigrated(name, storage, now)
  try {
    await migrateAll(db, report)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Opens a database as it is, without bringing older documents forward: to be asked what it needs, not to
 * be worked with. A write before `migrationNeeded` was awaited throws COL25.
 */
export const openUnmigrated = (
  name: string,
  storage: RxStorage<unknown, unknown>,
  now = 0,
): Promise<Database> =>
  createDatabase(name, storage, collection => migrationStrategiesOf(collection, now))
