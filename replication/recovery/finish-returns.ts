import type { Database } from '../../collections/database.ts'
import { canonical, pendingOperations } from '../../collections/operation-log.ts'
import { recoveryEntries } from '../../collections/queries.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { unsentProfileEdits } from './recover-profile.ts'
import { tidyBin } from '../bin/restore-from-bin.ts'
import { finishRecoveries } from './recover.ts'
import { tryAgain } from './return-recovered.ts'

/**
 * Finishes at a start what a crash left half done: moves into Recovery, returns from it, and restorations from the
 * bin.
 */
export const finishRecoveryWork = async (db: Database, now: number): Promise<void> => {
  await finishRecoveries(db, now)
  await finishReturns(db, now)
  await tidyBin(db, now)
}

/** Finishes the returns from Recovery that had begun, because work must not be in two places. */
export const finishReturns = async (db: Database, now: number): Promise<void> => {
  const docs = await recoveryEntries(10_000).build(db.recovery).exec()
  if (docs.length === 0) return
  // Read before the submissions, because a move into Recovery in another tab removes the item last.
  const recovering = await recoveringSubmissions(db)
  const entries = docs.map(doc => doc.toMutableJSON() as RecoveryDoc)
  const ids = entries.map(submissionIdOf)
  const stored = await db.submissions.storageInstance.findDocumentsById([...new Set(ids)], false)
  const livingById = new Map(stored.map(submission => [submission.id, submission]))
  const drafts = await db.drafts.findByIds(ids).exec()
  const returned: string[] = []
  for (const entry of entries) {
    const id = submissionIdOf(entry)
    if (recovering.has(id)) continue
    const living = livingById.get(id) ?? null
    const isDraft = drafts.has(id)
    if (!(await hasBegun(db, entry, living, isDraft))) continue
    // The outbox may lack its item, or the note that it may have been sent before.
    if (isDraft || (await tryAgain(db, entry.id, now)) !== 'returned') returned.push(entry.id)
  }
  await db.recovery.bulkRemove(returned)
}

/** The `submission_id` of an entry's outbox item. */
const submissionIdOf = (entry: RecoveryDoc): string =>
  entry.kind === 'profile' ? currentUser : (payloadOf(entry).submission?.id ?? entry.id)

const recoveringSubmissions = async (db: Database): Promise<ReadonlySet<string>> => {
  const items = await db.outbox
    .find({
      selector: { state: 'recovering' },
      index: ['state', 'rank', 'timestamp'],
      limit: 10_000,
    })
    .exec()
  return new Set(items.map(({ submission_id }) => submission_id))
}

/** Whether an entry's return has begun. */
const hasBegun = async (
  db: Database,
  entry: RecoveryDoc,
  living: SubmissionDoc | null,
  isDraft: boolean,
): Promise<boolean> => {
  const { submission, profile } = payloadOf(entry)
  if (entry.kind === 'profile') {
    const held = new Set((await unsentProfileEdits(db)).map(canonical))
    return profile.length > 0 && profile.every(operations => held.has(canonical(operations)))
  }
  if (submission === null) return false
  switch (entry.kind) {
    case 'create':
      // A draft with its id was reopened to be edited.
      return living !== null || isDraft
    case 'edit': {
      const refused = pendingOperations(submission.crdts).map(canonical)
      const held = new Set(living === null ? [] : pendingOperations(living.crdts).map(canonical))
      return refused.length > 0 && refused.every(operations => held.has(operations))
    }
    case 'delete':
      return living?.hidden === 1
    case 'files': {
      const files = await db.file_uploads.findByIds([...entry.file_ids]).exec()
      const statuses = [...files.values()].map(({ sync_status }) => sync_status)
      return living !== null && (statuses.includes('pending') || !statuses.includes('recovery'))
    }
    case 'document':
      return false
  }
}
