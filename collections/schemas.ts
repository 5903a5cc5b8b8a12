import type { RxJsonSchema } from 'rxdb'
import type { CollectionName } from './database.ts'
import { casesSchema } from './schemas/cases.ts'
import { fileUploadsSchema } from './schemas/file-uploads.ts'
import { formQuestionsSchema } from './schemas/form-questions.ts'
import { formResponsesSchema } from './schemas/form-responses.ts'
import { formsSchema } from './schemas/forms.ts'
import { locationCacheSchema } from './schemas/location-cache.ts'
import { organizationSchema } from './schemas/organization.ts'
import { outboxSchema } from './schemas/outbox.ts'
import { settingsSchema } from './schemas/settings.ts'
import { submissionsSchema } from './schemas/submissions.ts'
import { userProfileSchema } from './schemas/user-profile.ts'

type Schemas = { [Name in CollectionName]: RxJsonSchema<never> }

/** Every collection's schema, by its name. `settings` comes first because migrations note documents there. */
export const schemas = {
  settings: settingsSchema,
  forms: formsSchema,
  submissions: submissionsSchema,
  outbox: outboxSchema,
  user_profile: userProfileSchema,
  organization: organizationSchema,
  form_questions: formQuestionsSchema,
  form_responses: formResponsesSchema,
  file_uploads: fileUploadsSchema,
  location_cache: locationCacheSchema,
  cases: casesSchema,
} as unknown as Schemas
