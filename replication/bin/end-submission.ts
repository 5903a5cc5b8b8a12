import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { BinReason } from '../../collections/schemas/bin.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { detachEdit } from '../../collections/writes/detach-edit.ts'
import { holdsWork, keepInBin } from '../../collections/writes/write-bin.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { withFirstBody } from '../first-body.ts'
import { isAlive, planLog, rewriteLog, storedDocument } from '../rest-crdt.ts'

/**
 * Ends a submission on this device, because the server agreed to its deletion or no longer has it.
 *
 *   it is open for editing ──► the edit becomes an interview of its own ──┐
 *   it is not ──► the bin has the submission, and names its files ────────┴──► the document is deleted
 *
 * Its files stay, because files that the bin or a draft names are never removed. Each step is safe to repeat.
 */
export const endSubmission = async (
  db: Database,
  submissionId: string,
  reason: BinReason,
  now: number,
): Promise<void> => {
  for (;;) {
    const stored = await storedDocument(db.submissions, submissionId)
    if (!isAlive(stored)) return
    // Unsent edits wait for their own 404, and then go to Recovery.
    if (reason !== 'surveyor' && pendingOperations(stored.crdts).length > 0) return
    const isEdited = await detachEdit(db, stored, now)
    if (!isEdited && holdsWork(stored)) {
      await keepInBin(db, withFirstBody(stored), reason, now)
    }
    // Starts over when the submission was edited since it was read.
    const isDeleted = await rewriteLog(db.submissions, submissionId, current =>
      current === null || current._rev !== stored._rev
        ? null
        : { base: tombstoneOf(current), pending: [] },
    )
    if (isDeleted) return
  }
}

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

/** Deletes a submission's document. */
export const deleteDocument = (db: Database, submissionId: string): Promise<void> =>
  transact(transaction => planEnd(transaction, db, submissionId))

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
