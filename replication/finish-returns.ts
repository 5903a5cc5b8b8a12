import type { Database } from '../collections/database.ts'
import { canonical, pendingOperations } from '../collections/operation-log.ts'
import { recoveryEntries } from '../collections/queries.ts'
import { payloadOf, type RecoveryDoc } from '../collections/recovery.ts'
import { finishRecoveries } from './recover.ts'
import { storedDocument } from './rest-crdt.ts'

/**
 * Finishes at a start what a crash left between Recovery and the rest of the app, in either direction:
 * a move into Recovery that had begun, and an entry whose work is already back where it was.
 */
export const finishRecoveryWork = async (db: Database, now: number): Promise<void> => {
  await finishRecoveries(db, now)
  await finishReturns(db)
}

/** Removes the entries whose work has returned: it must not be in two places. */
export const finishReturns = async (db: Database): Promise<void> => {
  const entries = await recoveryEntries(10_000).build(db.recovery).exec()
  for (const doc of entries) {
    const entry = doc.toMutableJSON() as RecoveryDoc
    // In this order: while another tab moves it here, its item is there until its work is gone.
    if (await isOnItsWayHere(db, entry)) continue
    if (await hasReturned(db, entry)) await doc.incrementalRemove()
  }
}

const isOnItsWayHere = async (db: Database, entry: RecoveryDoc): Promise<boolean> => {
  const submissionId = payloadOf(entry).submission?.id ?? entry.id
  const items = await db.outbox
    .find({ selector: { submission_id: submissionId }, index: ['submission_id'], limit: 1000 })
    .exec()
  return items.some(({ state }) => state === 'recovering')
}

const hasReturned = async (db: Database, entry: RecoveryDoc): Promise<boolean> => {
  const { submission } = payloadOf(entry)
  if (submission === null) return false
  const stored = await storedDocument(db.submissions, submission.id)
  const living = stored === null || stored._deleted ? null : stored
  switch (entry.kind) {
    case 'create':
      // A draft under its id: it was reopened to be edited.
      return living !== null || (await db.drafts.findOne(submission.id).exec()) !== null
    case 'edit': {
      const refused = pendingOperations(submission.crdts).map(canonical)
      const held = new Set(living === null ? [] : pendingOperations(living.crdts).map(canonical))
      return refused.length > 0 && refused.every(operations => held.has(operations))
    }
    case 'delete':
      return living?.hidden === 1
    case 'files': {
      const files = await db.file_uploads.findByIds([...entry.file_ids]).exec()
      const isWaiting = [...files.values()].some(file => file.sync_status === 'pending')
      return living !== null && isWaiting
    }
    case 'profile':
    case 'document':
      return false
  }
}
