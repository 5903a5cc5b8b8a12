import type { RxCollection, RxDatabase } from 'rxdb'
import type { CaseDoc } from './schemas/cases.ts'
import type { FileUploadDoc } from './schemas/file-uploads.ts'
import type { FormQuestionDoc } from './schemas/form-questions.ts'
import type { FormResponseDoc } from './schemas/form-responses.ts'
import type { FormDoc } from './schemas/forms.ts'
import type { LocationCacheDoc } from './schemas/location-cache.ts'
import type { OrganizationDoc } from './schemas/organization.ts'
import type { OutboxDoc } from './schemas/outbox.ts'
import type { SettingDoc } from './schemas/settings.ts'
import type { SubmissionDoc } from './schemas/submissions.ts'
import type { UserProfileDoc } from './schemas/user-profile.ts'

/** What each collection of a surveyor's database holds. */
export interface Documents {
  forms: FormDoc
  form_questions: FormQuestionDoc
  submissions: SubmissionDoc
  form_responses: FormResponseDoc
  file_uploads: FileUploadDoc
  outbox: OutboxDoc
  settings: SettingDoc
  user_profile: UserProfileDoc
  organization: OrganizationDoc
  location_cache: LocationCacheDoc
  cases: CaseDoc
}

/** Every collection, by its name. */
export type Collections = { [Name in keyof Documents]: RxCollection<Documents[Name]> }

/** The name of a collection. */
export type CollectionName = keyof Documents

/** A surveyor's database, in the type that all readers and writers take. */
export type Database = RxDatabase<Collections>
