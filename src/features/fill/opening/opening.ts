import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Surveyor } from '../interview/given-values.ts'

/** What an interview begins with, read from the device. */
export interface Opening {
  readonly form: CompiledForm
  /** null for an interview without any input yet. */
  readonly draft: DraftDoc | null
  /** The answers of the draft; of an edit those that were sent. */
  readonly answers: readonly FormResponseDoc[]
  /** The answers of an edit that was begun before; they replace the sent ones. */
  readonly edited?: readonly FormResponseDoc[]
  readonly files: readonly FileUploadDoc[]
  /** The answers of the form's last interview, by answer key, where its rules read them. */
  readonly last?: Readonly<Record<string, Answer>>
  /** The language to show the form in; '' for its plain texts. */
  readonly language?: string
  /** The surveyor, if known. */
  readonly surveyor?: Surveyor
  /** The submission that is edited; null for a new interview. */
  readonly submission: SubmissionDoc | null
  /** Writes the draft at the first keystroke. */
  readonly begin: () => Promise<DraftDoc>
}
