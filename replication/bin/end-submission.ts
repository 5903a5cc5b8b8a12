import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import type { BinReason } from '../../collections/schemas/bin.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { detachEdit } from '../../collections/writes/detach-edit.ts'
import { holdsWork, keepInBin } from '../../collections/writes/write-bin.ts'
import { isAlive, rewriteLog, storedDocument } from '../rest-crdt.ts'

/**
 * Ends a submission on this device, because the server agreed to its deletion or no longer has it.
 *
 *   an edit of it is open ──► the edit becomes an interview of its own ──┐
 *   none is ──► the bin has the submission, and names its files ─────────┴──► the document is buried
 *
 * Its files stay: what the bin or a draft names is never removed. Each step is safe to repeat.
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
    // Unsent edits wait for their own 404, and go to Recovery with it.
    if (reason !== 'surveyor' && pendingOperations(stored.crdts).length > 0) return
    const isEdited = await detachEdit(db, stored, now)
    if (!isEdited && holdsWork(stored)) await keepInBin(db, stored, reason, now)
    // What was edited since it was read goes round once more.
    const isBuried = await rewriteLog(db.submissions, submissionId, current =>
      current === null || current._rev !== stored._rev
        ? null
        : { base: tombstoneOf(current), pending: [] },
    )
    if (isBuried) return
  }
}

/** Leaves of a submission only what RxDB needs to know that it is gone. */
export const buryDocument = async (db: Database, submissionId: string): Promise<void> => {
  await rewriteLog(db.submissions, submissionId, stored =>
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
