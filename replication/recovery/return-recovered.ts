import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import {
  entryIn,
  payloadOf,
  planWithoutEntry,
  type EntryKey,
  type RecoveryEntry,
} from '../../collections/interview/refusals.ts'
import { profileItemId, submissionItemId } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { baseFields, hides, pendingOperations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { hasBytes } from '../../collections/writes/write-files.ts'
import { planDeletionWithFiles } from '../bin/server-files.ts'
import { planFiles, planReady, toItem } from '../outbox/queue.ts'
import { listingFiles, united } from '../settle/files-of-edits.ts'
import { planRecount } from '../settle/settle.ts'
import { entryApart } from './entry-apart.ts'
import { planProfileEdits } from './recover-profile.ts'
import { withRefused } from './with-refused.ts'

/**
 * Puts work from Recovery back where it was, to be tried again (decisions 3).
 *
 *   entry ──one transaction──► submission or files as they were, outbox items ready, entry removed
 *
 * gone: its submission or profile is no longer on this device. impossible: it has nothing that could be sent.
 */
export type Returned = 'returned' | 'gone' | 'impossible'

/** Puts an entry back into the outbox, at the surveyor's request or once the API takes such requests again. */
export const tryAgain = (db: Database, key: EntryKey, now: number): Promise<Returned> =>
  transact(transaction => planReturn(transaction, db, key, now))

/** Plans to put an entry back into the outbox. */
export const planReturn = async (
  transaction: Transaction,
  db: Database,
  key: EntryKey,
  now: number,
): Promise<Returned> => {
  const stored = await entryIn(transaction, db, key)
  if (stored === null) return 'gone'
  const entry = await entryApart(transaction, db, stored)
  const itemIds = await planWork(transaction, db, entry, now)
  if (typeof itemIds === 'string') return itemIds
  await planReady(transaction, db, entry.submission_id, itemIds)
  if (entry.kind !== 'create') await planWithoutEntry(transaction, db, key, 'returned')
  return 'returned'
}

/** The items that send the work; or why nothing is returned, and then nothing is planned. */
type Planned = readonly string[] | Exclude<Returned, 'returned'>

const planWork = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryEntry,
  now: number,
): Promise<Planned> => {
  const { submission, profile } = payloadOf(entry)
  if (entry.kind === 'profile') {
    return (await planProfileEdits(transaction, db, profile, now)) ? [profileItemId] : 'gone'
  }
  if (submission === null || entry.kind === 'document') return 'impossible'
  if (entry.kind === 'create') return planRefused(transaction, db, entry, submission, now)
  const living = await submittedIn(transaction, db, submission.id)
  if (living === null || living.state === 'deleting') return 'gone'
  if (entry.kind === 'files') return planRefusedFiles(transaction, db, entry, submission.id, now)
  if (entry.kind === 'delete') await planDeletionWithFiles(transaction, db, submission.id, now)
  else await planEdits(transaction, db, entry, submission, now)
  const changed = await submittedIn(transaction, db, submission.id)
  if (changed !== null) await transaction.insert(db.outbox, toItem(changed, now))
  return [submissionItemId(submission.id)]
}

const planRefused = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryEntry,
  submission: SubmissionDoc,
  now: number,
): Promise<Planned> => {
  await planWithoutEntry(transaction, db, entry, 'returned')
  const { item, sent } = payloadOf(entry)
  const wasSent = item.in_doubt ? { ...item, payload: { ...sent } } : {}
  const known = { history: entry.history, ...wasSent }
  const queued = { ...toItem(submission, now), ...known }
  const isNew = await transaction.insert<OutboxDoc>(db.outbox, queued)
  // An item that was sent since then has newer notes.
  const stored = await transaction.read(db.outbox, queued.id)
  if (!isNew && stored?.sentAt === 0) await transaction.patch(db.outbox, queued.id, known)
  return [queued.id]
}

const planEdits = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryEntry,
  submission: SubmissionDoc,
  now: number,
): Promise<void> => {
  // The submission may have been deleted while the edit was in flight.
  const refused = pendingOperations(submission.crdts).filter(operations => !hides(operations))
  await planMove(transaction, db, submission.id, 'returned', stored => {
    if (!isSubmitted(stored)) return null
    const base = baseFields<SubmissionDoc>(stored.crdts)
    const unsent = pendingOperations(stored.crdts)
    // Without a row the first operation is the interview, which a restored server gets again, later than the edit was made.
    const creation = base === null ? unsent.slice(0, 1) : []
    const pending = [...creation, ...withRefused(refused, unsent.slice(creation.length))]
    // A later edit may have added files that the refused one did not know of.
    const files = united(stored.files, changedFiles(entry, submission, stored))
    return { base, pending: listingFiles(base, pending, files, now) }
  })
}

/** The files that a refused edit added or removed, those of another phone too, which no list has. */
const changedFiles = (
  { file_ids }: RecoveryEntry,
  { crdts, files }: SubmissionDoc,
  { files: here }: SubmissionDoc,
): readonly ManifestFile[] => {
  const before = baseFields<SubmissionDoc>(crdts)?.files ?? []
  const isIn = (list: readonly ManifestFile[], id: string) => list.some(file => file.id === id)
  return files.filter(({ id, removed }) =>
    removed === true
      ? isIn(here, id) || !isIn(before, id)
      : file_ids.includes(id) && !isIn(before, id),
  )
}

/** The id of an entry's outbox item: the entry's id without the time of refusal. */
const itemOfEntry = (entryId: string): string => entryId.slice(0, entryId.lastIndexOf('|'))

const planRefusedFiles = async (
  transaction: Transaction,
  db: Database,
  entry: RecoveryEntry,
  submissionId: string,
  now: number,
): Promise<Planned> => {
  let isHere = false
  for (const id of entry.file_ids) isHere ||= await hasBytes(transaction, db, id)
  if (!isHere) return 'impossible'
  for (const id of entry.file_ids) {
    const file = await transaction.read(db.file_uploads, id)
    if (file?.sync_status !== 'recovery') continue
    await transaction.patch(db.file_uploads, id, { sync_status: 'pending' })
  }
  await planRecount(transaction, db, submissionId, { at: now, what: 'file', note: '' })
  const submission = await submittedIn(transaction, db, submissionId)
  if (submission === null) return 'gone'
  const itemIds = await planFiles(transaction, db, submission, now, 'queued')
  const { item, sent } = payloadOf(entry)
  const { in_doubt, sentAt } = item
  const itemId = itemOfEntry(entry.id)
  // An item that was sent since then has newer notes.
  if ((await transaction.read(db.outbox, itemId))?.sentAt === 0) {
    await transaction.patch(db.outbox, itemId, { in_doubt, sentAt, payload: { ...sent } })
  }
  return itemIds
}
