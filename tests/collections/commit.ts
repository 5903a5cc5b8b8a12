import type { Database } from '../../collections/database.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import type { DraftDoc } from '../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import {
  planDeletion,
  planEdit,
  planInterview,
  type InterviewContents,
} from '../../collections/writes/write-submission.ts'

/** Writes of a submission, each as a transaction of its own. In the product they are parts of larger ones. */

/** Submits a new interview; its draft stays. */
export const commitInterview = (
  db: Database,
  draft: DraftDoc,
  contents: InterviewContents,
  now: number,
): Promise<'committed' | 'already'> =>
  transact(transaction => planInterview(transaction, db, draft, contents, now))

/** Records an edit of a submission; false when nothing changed. Throws when the submission is not here. */
export const commitEdit = (
  db: Database,
  submissionId: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly FileUploadDoc[],
  now: number,
): Promise<boolean> =>
  transact(transaction => planEdit(transaction, db, submissionId, answers, files, now))

/** Hides a submission that the surveyor deleted. */
export const markDeleted = (db: Database, submissionId: string, now: number): Promise<void> =>
  transact(transaction => planDeletion(transaction, db, submissionId, now))
