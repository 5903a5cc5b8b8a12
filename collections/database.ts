import type { RxCollection, RxDatabase } from 'rxdb'
import type { BinDoc } from './schemas/bin.ts'
import type { DraftDoc } from './schemas/drafts.ts'
import type { FileUploadDoc } from './schemas/file-uploads.ts'
import type { FormQuestionDoc } from './schemas/form-questions.ts'
import type { FormResponseDoc } from './schemas/form-responses.ts'
import type { FormDoc } from './schemas/forms.ts'
import type { LocationCacheDoc } from './schemas/location-cache.ts'
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
  bin: RxCollection<BinDoc>
}

/** The name of a collection. */
export type CollectionName = keyof Collections

/** A surveyor's database, as everything that reads or writes gets it. */
export type Database = RxDatabase<Collections>
