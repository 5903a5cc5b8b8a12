import type { RxJsonSchema } from 'rxdb'
import type { CollectionName } from '../database.ts'
import { binSchema } from './bin.ts'
import { draftsSchema } from './drafts.ts'
import { fileUploadsSchema } from './file-uploads.ts'
import { formQuestionsSchema } from './form-questions.ts'
import { formResponsesSchema } from './form-responses.ts'
import { formsSchema } from './forms.ts'
import { locationCacheSchema } from './location-cache.ts'
import { organizationSchema } from './organization.ts'
import { outboxSchema } from './outbox.ts'
import { recoverySchema } from './recovery.ts'
import { settingsSchema } from './settings.ts'
import { submissionsSchema } from './submissions.ts'
import { userProfileSchema } from './user-profile.ts'

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
  bin: binSchema,
} as unknown as Schemas
