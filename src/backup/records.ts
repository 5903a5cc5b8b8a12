import * as v from 'valibot'
import type { DraftDoc } from '../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { RecoveryEntry } from '../../collections/interview/refusals.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'

/** The first record of a backup: whose work it is. */
export const BackupHead = v.object({
  type: v.literal('head'),
  /** ISO 8601 UTC. */
  made_at: v.string(),
  app_version: v.string(),
  /** The version of the documents (collections/schemas/schema.ts). */
  schema: v.number(),
  user: v.object({ id: v.string(), name: v.string() }),
  api_url: v.string(),
})
/** The first record of a backup: whose it is, and when it was made. */
export type BackupHead = v.InferOutput<typeof BackupHead>

/**
 * What a backup contains, one record per piece; documents are in their stored form. WARNING: persisted outside the app.
 * The bytes of a file follow its record, in as many pieces as they need.
 */
export type BackupRecord =
  | BackupHead
  | { readonly type: 'form'; readonly doc: FormDoc }
  /** The fields of one version of a form. */
  | { readonly type: 'fields'; readonly docs: readonly FormQuestionDoc[] }
  | {
      readonly type: 'draft'
      readonly doc: DraftDoc
      readonly answers: readonly FormResponseDoc[]
      /** The server's id of the submission it edits; '' when there is none. */
      readonly server_id: string
      /** That submission as it was; absent without one on that phone. */
      readonly edited?: SubmissionDoc
    }
  | {
      readonly type: 'submission'
      readonly doc: SubmissionDoc
      /** Its outbox items. A frozen body must be sent as it is, from any device. */
      readonly items: readonly OutboxDoc[]
    }
  | { readonly type: 'recovery'; readonly doc: RecoveryEntry }
  /** The surveyor's edits of their own profile, oldest first. */
  | { readonly type: 'profile'; readonly edits: readonly Operations[] }
  | {
      readonly type: 'file'
      readonly doc: FileUploadDoc
      /** From 0. A file whose bytes could not be read has no parts. */
      readonly part: number
      readonly parts: number
    }
  | { readonly type: 'end' }
