import {
  addRxPlugin,
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage,
} from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { RxDBcrdtPlugin } from 'rxdb/plugins/crdt'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { draftsSchema, type DraftDoc } from './drafts.ts'
import { fileUploadsSchema, type FileUploadDoc } from './file-uploads.ts'
import { formQuestionsSchema, type FormQuestionDoc } from './form-questions.ts'
import { formResponsesSchema, type FormResponseDoc } from './form-responses.ts'
import { formsSchema, type FormDoc } from './forms.ts'
import { locationCacheSchema, type LocationCacheDoc } from './location-cache.ts'
import { migrateAll, migrationStrategiesOf, type ReportProgress } from './migrate.ts'
import { organizationSchema, type OrganizationDoc } from './organization.ts'
import { outboxSchema, type OutboxDoc } from './outbox.ts'
import { recoverySchema, type RecoveryDoc } from './recovery.ts'
import { restCrdtPlugin } from './rest-crdt-plugin.ts'
import { settingsSchema, type SettingDoc } from './settings.ts'
import { submissionsSchema, type SubmissionDoc } from './submissions.ts'
import { userProfileSchema, type UserProfileDoc } from './user-profile.ts'

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

type Schemas = { [Name in CollectionName]: RxJsonSchema<never> }

/** Every collection's schema, by its name. `recovery` comes first: migrations may move documents there. */
export const schemas = {
  recovery: recoverySchema,
  settings: settingsSchema,
  forms: formsSchema,
  submissions: submissionsSchema,
  outbox: outboxSchema,
  drafts: draftsSchema,
  user_profile: userProfileSchema,
  organization: organizationSchema,
  form_questions: formQuestionsSchema,
  form_responses: formResponsesSchema,
  file_uploads: fileUploadsSchema,
  location_cache: locationCacheSchema,
} as unknown as Schemas

// The order matters: the REST handler replaces the one that the CRDT plugin sets.
for (const plugin of [
  RxDBAttachmentsPlugin,
  RxDBMigrationSchemaPlugin,
  RxDBcrdtPlugin,
  restCrdtPlugin,
]) {
  addRxPlugin(plugin)
}

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
 * poisons every later start. Throws MigrationFailed, and what the storage throws.
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
export const openUnmigrated = async (
  name: string,
  storage: RxStorage<unknown, unknown>,
  now = 0,
): Promise<Database> => {
  const db = await createRxDatabase<Collections>({
    name,
    storage,
    multiInstance: true,
    eventReduce: true,
  })
  try {
    await db.addCollections(
      Object.fromEntries(
        (Object.keys(schemas) as CollectionName[]).map(collection => [
          collection,
          {
            schema: schemas[collection],
            migrationStrategies: migrationStrategiesOf(collection, now),
            autoMigrate: false,
          },
        ]),
      ) as never,
    )
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
