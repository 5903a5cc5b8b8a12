import type { Database } from '../../../collections/database.ts'
import type { Transaction } from '../../../collections/one-database/transaction.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'

/** How many files of a submission the server does not have yet, within a transaction or as stored. */
export const countPendingFiles = async (
  db: Pick<Database, 'file_uploads'>,
  { files }: Pick<SubmissionDoc, 'files'>,
  transaction: Transaction | null = null,
): Promise<number> => {
  const kept = files.filter(({ removed }) => removed !== true).map(({ id }) => id)
  await transaction?.ahead(db.file_uploads, kept)
  const docs =
    transaction === null
      ? [...(await db.file_uploads.findByIds(kept).exec()).values()]
      : await Promise.all(kept.map(id => transaction.read(db.file_uploads, id)))
  return docs.filter(doc => doc?.sync_status === 'pending').length
}
