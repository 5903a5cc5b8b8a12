import type { Database } from '../collections/database.ts'
import { binnedSubmissions } from '../collections/queries.ts'
import type { SubmissionDoc } from '../collections/schemas/submissions.ts'

/** The submissions in the bin, the last that disappeared first. */
export const binned = async (
  db: Pick<Database, 'submissions'>,
): Promise<readonly SubmissionDoc[]> => {
  const docs = await binnedSubmissions(10_000).build(db.submissions).exec()
  return docs.map(doc => doc.toMutableJSON() as SubmissionDoc)
}
