import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { isTempId } from '../../collections/ids.ts'
import { findSubmitted } from '../../collections/interview/plan-move.ts'
import { baseFields } from '../../collections/operation-log.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { ownSubmissions, submissionsNear } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { planCopies } from '../../collections/interview/copies.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { isSameInterview, isSameTime } from '../rows/same-interview.ts'
import { toCreateRequest } from '../rows/submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'
import { resumeOn } from './restore-edits.ts'

/**
 * Copies: further rows of an interview. They exist because a browser repeats a POST, unseen by the page, when a reused
 * connection breaks, and a server without keys makes a row of each request. A copy is noted in its submission and not
 * shown by itself. Only the surveyor removes it (remove-copies.ts), because the phone may be wrong.
 */

/** Whether any submission was made here. Otherwise a first fetch of thousands need not be compared. */
export const hasOwnSubmissions = async (transaction: Transaction, db: Database): Promise<boolean> =>
  (await transaction.find(db.submissions, ownSubmissions)).length > 0

/** Plans to note a row without a key or a document as a copy; returns whether it is one of a submission made here. */
export const planCopy = async (
  transaction: Transaction,
  db: Database,
  row: SubmissionRow,
  kinds: FieldKinds,
): Promise<boolean> => {
  const madeAt = Date.parse(row.created_at)
  if (!Number.isFinite(madeAt)) return false
  const near = await transaction.find(db.submissions, submissionsNear(madeAt - 1000, madeAt + 1000))
  const own = near.filter(({ id, server_id }) => isTempId(id) && server_id !== '')
  if (own.some(({ copies }) => copies?.includes(row.id))) return true
  const original = own.find(submission => saysTheSame(row, submission, kinds))
  if (original === undefined) return false
  return planCopies(transaction, db, original.id, copies => [...copies, row.id])
}

/** Whether a row says what the server has confirmed of a submission that has another row. */
const saysTheSame = (row: SubmissionRow, stored: SubmissionDoc, kinds: FieldKinds): boolean => {
  const base = baseFields<SubmissionDoc>(stored.crdts)
  if (base === null || stored.server_id === row.id) return false
  const known = { ...stored, ...base }
  const answers = withoutAddresses(known.answers, known.files)
  const sent = { ...toCreateRequest({ ...known, answers }), client_key: '' }
  return isSameInterview(row, sent, kinds)
}

/** Continues a submission whose row is gone on a listed copy of it. Returns whether there is one. */
export const continueOnCopy = async (
  { db, env }: PullContext,
  submissionId: string,
  rows: readonly SubmissionRow[],
): Promise<boolean> => {
  const stored = await findSubmitted(db, submissionId)
  if (stored === null) return false
  // A plain server may have given the id to another interview since.
  const isCopy = ({ id, created_at }: SubmissionRow) =>
    stored.copies?.includes(id) === true && isSameTime(created_at, stored.created_at)
  const row = rows.find(isCopy)
  if (row === undefined) return false
  await resumeOn(db, submissionId, row, env.clock.now())
  return true
}
