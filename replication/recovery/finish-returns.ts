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
 * Finishes at a start what a crash left between Recovery and the rest of the app, in either direction:
 * a move into Recovery that had begun, and an entry whose work is already back where it was.
 */
export const finishRecoveryWork = async (db: Database, now: number): Promise<void> => {
  await finishRecoveries(db, now)
  await finishReturns(db, now)
  await tidyBin(db, now)
}

/** Ends the returns that had begun: what they had not come to is done now, for work must not be in two places. */
export const finishReturns = async (db: Database, now: number): Promise<void> => {
  const docs = await recoveryEntries(10_000).build(db.recovery).exec()
  if (docs.length === 0) return
  // In this order: while another tab moves work here, its item is there until the work is gone.
  const onTheirWay = await submissionsOnTheirWay(db)
  const entries = docs.map(doc => doc.toMutableJSON() as RecoveryDoc)
  const ids = entries.map(submissionIdOf)
  const stored = await db.submissions.storageInstance.findDocumentsById([...new Set(ids)], false)
  const livingById = new Map(stored.map(submission => [submission.id, submission]))
  const drafts = await db.drafts.findByIds(ids).exec()
  const returned: string[] = []
  for (const entry of entries) {
    const id = submissionIdOf(entry)
    if (onTheirWay.has(id)) continue
    const living = livingById.get(id) ?? null
    const isDraft = drafts.has(id)
    if (!(await hasBegun(db, entry, living, isDraft))) continue
    // The outbox may not know of it yet, or not that it may have been sent before.
    if (isDraft || (await tryAgain(db, entry.id, now)) !== 'returned') returned.push(entry.id)
  }
  await db.recovery.bulkRemove(returned)
}

/** The id that an entry's outbox item is about. */
const submissionIdOf = (entry: RecoveryDoc): string =>
  entry.kind === 'profile' ? currentUser : (payloadOf(entry).submission?.id ?? entry.id)

const submissionsOnTheirWay = async (db: Database): Promise<ReadonlySet<string>> => {
  const items = await db.outbox
    .find({
      selector: { state: 'recovering' },
      index: ['state', 'rank', 'timestamp'],
      limit: 10_000,
    })
    .exec()
  return new Set(items.map(({ submission_id }) => submission_id))
}

/** Whether an entry's work is on its way back, or there. */
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
      // A draft under its id: it was reopened to be edited.
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
