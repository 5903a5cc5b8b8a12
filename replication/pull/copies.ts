import type { Database } from '../../collections/database.ts'
import { isTempId } from '../../collections/ids.ts'
import { findSubmitted } from '../../collections/interview/plan-move.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { ownSubmissions, submissionsNear } from '../../collections/queries.ts'
import { planCopies } from '../../collections/interview/copies.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { isMadeWith, originalOfCopy } from '../rows/find-interview.ts'
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
  const original = originalOfCopy(row, own, kinds)
  if (original === undefined) return false
  return planCopies(transaction, db, original.id, copies => [...copies, row.id])
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
  const isCopy = (row: SubmissionRow) =>
    stored.copies?.includes(row.id) === true && isMadeWith(row, stored)
  const row = rows.find(isCopy)
  if (row === undefined) return false
  await resumeOn(db, submissionId, row, env.clock.now())
  return true
}
