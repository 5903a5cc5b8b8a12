import * as v from 'valibot'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { Refusal } from '../../collections/schemas/refusal.ts'
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

/** One interview, whatever no server has of it. */
export interface InterviewRecord {
  readonly type: 'interview'
  /** As it is stored, with the work on it and its refusals; the log is without them. */
  readonly doc: SubmissionDoc
  /** What is filled in of it; none without work. */
  readonly answers: readonly FormResponseDoc[]
  /** Its outbox items. A frozen body must be sent as it is, from any device. */
  readonly items: readonly OutboxDoc[]
}

/** What no server has of the surveyor's own profile. */
export interface ProfileRecord {
  readonly type: 'profile'
  /** The unsent edits, oldest first. */
  readonly edits: readonly Operations[]
  /** What the server refused of it. */
  readonly refusals: readonly Refusal[]
}

/** Whether a submission has edits or files that no server has. */
export const isUnsent = (doc: SubmissionDoc): boolean =>
  (doc.state === 'unsent' || doc.state === 'stored' || doc.state === 'deleting') &&
  doc.syncStatus !== 'synced'

/**
 * What a backup contains, one record per piece; documents are in their stored form. WARNING: persisted outside the app.
 * The bytes of a file follow its record, in as many pieces as they need.
 */
export type BackupRecord =
  | BackupHead
  | { readonly type: 'form'; readonly doc: FormDoc }
  /** The fields of one version of a form. */
  | { readonly type: 'fields'; readonly docs: readonly FormQuestionDoc[] }
  | InterviewRecord
  | ProfileRecord
  | {
      readonly type: 'file'
      readonly doc: FileUploadDoc
      /** From 0. A file whose bytes could not be read has no parts. */
      readonly part: number
      readonly parts: number
    }
  | { readonly type: 'end' }
