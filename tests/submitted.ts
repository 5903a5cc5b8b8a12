import type { Database } from '../collections/database.ts'
import { isSubmitted } from '../collections/interview/plan-move.ts'

/** The submissions of the lists, and those whose deletion is still to be sent. */
export const submittedDocs = async (db: Pick<Database, 'submissions'>) =>
  (await db.submissions.find().exec()).filter(doc => isSubmitted(doc.toMutableJSON(true)))
