import type { Database } from '../../collections/database.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'

/** How many files of a submission the server does not have yet, as a transaction leaves them. */
export const countPendingFiles = async (
  transaction: Transaction,
  db: Pick<Database, 'file_uploads'>,
  { files }: Pick<SubmissionDoc, 'files'>,
): Promise<number> => {
  const kept = files.filter(({ removed }) => removed !== true).map(({ id }) => id)
  await transaction.ahead(db.file_uploads, kept)
  const docs = await Promise.all(kept.map(id => transaction.read(db.file_uploads, id)))
  return docs.filter(doc => doc?.sync_status === 'pending').length
}
