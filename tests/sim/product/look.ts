import { isSubmitted } from '../../../collections/interview/plan-move.ts'
import type { Database } from '../../../collections/database.ts'
import type { CaseDoc } from '../../../collections/schemas/cases.ts'
import { type FileUploadDoc, fileData } from '../../../collections/schemas/file-uploads.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { BinReason, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import type { UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { storedDrafts } from '../../drafts.ts'
import { storedEntries } from '../../recovery.ts'
import { storedDocuments } from '../../stored-documents.ts'
import type { Surveyor } from '../servers/sim-server.ts'
import { hashOf } from '../world/content.ts'

/** Everything about interviews on a device's disk, at one moment. */
export interface Look {
  /** The owner of the database. */
  readonly surveyor: Surveyor
  readonly submissions: readonly SubmissionDoc[]
  /** Every interview, whatever its state. */
  readonly interviews: readonly SubmissionDoc[]
  readonly cases: readonly CaseDoc[]
  /** Whether the form's definition is on the device. */
  readonly hasForm: boolean
  readonly outbox: readonly OutboxDoc[]
  readonly recovery: readonly RecoveryEntry[]
  readonly drafts: readonly LookedDraft[]
  /** By id; only files whose bytes exist too. */
  readonly files: ReadonlyMap<string, FileUploadDoc>
  /** Deleted submissions that can be restored. */
  readonly bin: readonly BinEntry[]
  readonly profile: UserProfileDoc | null
}

/** An unfinished interview with its stored contents. */
export interface LookedDraft {
  readonly id: string
  /** The submission that it edits; '' for a new interview. */
  readonly submissionId: string
  readonly answers: Readonly<Record<string, unknown>>
  /** The number of files that were given in it. */
  readonly files: number
}

/** A submission in the bin. */
export interface BinEntry {
  readonly id: string
  readonly reason: BinReason
  readonly submission: SubmissionDoc
  readonly file_ids: readonly string[]
}

/** Reads directly from the storage, because only what a new start would find counts. */
export const lookAt = async (db: Database, surveyor: Surveyor): Promise<Look> => {
  const drafts = await storedDrafts(db)
  const responses =
    drafts.length === 0
      ? []
      : await storedDocuments<{ submission_id: string; question_id: string; value: unknown }>(
          db.form_responses,
        )
  const files = await storedDocuments<
    FileUploadDoc & { _attachments: Record<string, { length: number }> }
  >(db.file_uploads)
  const [profile] = await storedDocuments<UserProfileDoc>(db.user_profile)
  const interviews = await storedDocuments<SubmissionDoc>(db.submissions)
  const sent = new Set(interviews.flatMap(doc => doc.files.map(({ id }) => id)))
  return {
    surveyor,
    interviews,
    cases: await storedDocuments(db.cases),
    hasForm: (await storedDocuments(db.form_questions)).length > 0,
    submissions: interviews.filter(doc => isSubmitted(doc as never)),
    outbox: await storedDocuments(db.outbox),
    recovery: await storedEntries(db),
    files: new Map(
      files
        .filter(({ _attachments, file_size }) => _attachments[fileData]?.length === file_size)
        .map(file => [file.id, file]),
    ),
    bin: interviews.flatMap(submission =>
      submission.binned === undefined
        ? []
        : [
            {
              id: submission.id,
              reason: submission.binned.reason,
              submission,
              file_ids: submission.files.map(({ id }) => id),
            },
          ],
    ),
    profile: profile ?? null,
    drafts: drafts.map(({ id, submission_id }) => ({
      id,
      submissionId: submission_id,
      answers: Object.fromEntries(
        responses
          .filter(response => response.submission_id === id)
          .map(({ question_id, value }) => [question_id, value]),
      ),
      files: files.filter(file => file.submission_id === id && !sent.has(file.id)).length,
    })),
  }
}

/** The SHA-256 of a file's bytes as read by the device; null when it has none. */
export const hashOfFile = async (db: Database, fileId: string): Promise<string | null> => {
  const file = await db.file_uploads.findOne(fileId).exec()
  const bytes = await file?.getAttachment(fileData)?.getData()
  return bytes === undefined ? null : hashOf(new Uint8Array(await bytes.arrayBuffer()))
}
