import type { Database } from '../../../collections/database.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'

/** How many files of a submission the server has not acknowledged. */
export const countPendingFiles = async (
  db: Pick<Database, 'file_uploads'>,
  { files }: Pick<SubmissionDoc, 'files'>,
): Promise<number> => {
  const kept = files.filter(({ removed }) => removed !== true)
  const docs = await db.file_uploads.findByIds(kept.map(({ id }) => id)).exec()
  return [...docs.values()].filter(({ sync_status }) => sync_status === 'pending').length
}
