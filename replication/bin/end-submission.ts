import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { hides, pendingOperations } from '../../collections/operation-log.ts'
import type { BinReason } from '../../collections/schemas/bin.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { planDetaching } from '../../collections/writes/detach-edit.ts'
import { holdsWork, planBin } from '../../collections/writes/write-bin.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { withFirstBody } from '../rows/first-body.ts'
import { isAlive, planLog } from '../rest-crdt.ts'

/**
 * Ends a submission on this device, because the server agreed to its deletion or no longer has it. One transaction:
 *
 *   it is open for editing ──► the edit becomes an interview of its own ──┐
 *   it is not ──► the bin has the submission, and names its files ────────┴──► the document is deleted
 *
 * Its files stay, because files that the bin or a draft names are never removed.
 */
export const planEnding = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
): Promise<void> => {
  const stored = await transaction.read(db.submissions, submissionId)
  if (stored === null) return
  // Unsent edits wait for their own 404, and then go to Recovery. A deletion does not, because it may be undone.
  const unsent = pendingOperations(stored.crdts)
  if (reason !== 'surveyor' && !unsent.every(hides)) return
  const why = stored.hidden === 1 ? 'surveyor' : reason
  await planEndingWithEdits(transaction, db, stored, why, now)
}

/** Plans to end a submission whose unsent edits can no longer be sent. */
export const planEndingWithEdits = async (
  transaction: Transaction,
  db: Database,
  stored: SubmissionDoc,
  reason: BinReason,
  now: number,
): Promise<void> => {
  const isEdited = await planDetaching(transaction, db, stored, now)
  if (!isEdited && holdsWork(stored)) {
    await planBin(transaction, db, withFirstBody(stored), reason, now)
  }
  await planEnd(transaction, db, stored.id)
}

/** Ends a submission on this device. */
export const endSubmission = (
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
): Promise<void> => transact(transaction => planEnding(transaction, db, submissionId, reason, now))

/** Plans to delete a submission's document, except for the fields that its tombstone needs. */
export const planEnd = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
): Promise<void> => {
  await planLog(transaction, db.submissions, submissionId, stored =>
    !isAlive(stored) ? null : { base: tombstoneOf(stored), pending: [] },
  )
}

const tombstoneOf = (
  stored: RxDocumentData<SubmissionDoc>,
): Partial<SubmissionDoc> & { _deleted: boolean } => ({
  id: stored.id,
  client_key: stored.client_key,
  server_id: stored.server_id,
  form_id: stored.form_id,
  created_at: stored.created_at,
  syncStatus: 'deleted',
  answers: {},
  files: [],
  hidden: 1,
  newest: stored.newest,
  _deleted: true,
})
