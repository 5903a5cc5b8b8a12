import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { SyncEnv } from '../../../../replication/env.ts'
import type { SubmitParts } from '../../../../replication/submit.ts'
import { addLateFiles } from '../files/late-files.ts'
import { isGivenIn, readFiles } from '../interview/follow-draft.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { isRecordingPart, joinLeftRecordings } from '../recording/recording-parts.ts'

/** The files of a draft just before it was submitted: all of them, and those that it had not taken out. */
export interface FilesAtSubmit {
  readonly stored: readonly FileUploadDoc[]
  readonly kept: readonly FileUploadDoc[]
}

/** What submitting from the fill screen needs. */
export type FillSubmitParts = SubmitParts & { readonly env: Pick<SyncEnv, 'liveness'> }

/**
 * Reads the files of a draft. A recording that was interrupted, or found no room to be joined, is joined first. One that
 * another tab is making is added by that tab when it ends.
 */
export const readFilesAtSubmit = async (
  { db, env }: Pick<FillSubmitParts, 'db' | 'env'>,
  interview: Interview,
  draft: DraftDoc,
): Promise<FilesAtSubmit> => {
  await joinLeftRecordings(db, env, draft.id)
  const stored = await readFiles(db, draft.id, null)
  const kept = (await interview.readFiles()).filter(file => !isRecordingPart(file))
  return { stored, kept }
}

/**
 * Adds the files that another tab attached while the draft was being submitted. Without it, they would be removed a day
 * later.
 */
export const settleFiles = async (
  { db, env }: Pick<SubmitParts, 'db' | 'env'>,
  interview: Interview,
  draft: DraftDoc,
  { stored, kept }: FilesAtSubmit,
): Promise<void> => {
  const known = new Set([...stored, ...kept].map(({ id }) => id))
  const late = (await readFiles(db, draft.id, null)).filter(
    file =>
      isGivenIn(interview.submission, file.id) && !known.has(file.id) && !isRecordingPart(file),
  )
  if (late.length > 0) await addLateFiles({ db, env }, interview, draft, late)
}
