import type { RxDocument } from 'rxdb'
import type { Database } from '../database.ts'
import { binnedSubmission, type BinDoc, type BinReason } from '../schemas/bin.ts'
import type { Transaction } from '../one-database/transaction.ts'
import { withoutOwnFields } from '../operation-log.ts'
import { newestOf } from '../schemas/schema.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { binEntries } from '../queries.ts'
import { removeUnnamedFiles } from './file-owners.ts'
import { readSetting, writeSetting } from './write-settings.ts'

/** How long a submission in the bin can be restored. */
export const binMs = 30 * 24 * 60 * 60_000

/** Plans to copy a submission that disappears to the bin. */
export const planBin = async (
  transaction: Transaction,
  db: Pick<Database, 'bin'>,
  stored: SubmissionDoc,
  reason: BinReason,
  now: number,
): Promise<void> => {
  const { crdts: _, ...submission } = withoutOwnFields(stored)
  await transaction.put(db.bin, {
    id: stored.id,
    reason,
    form_id: stored.form_id,
    formName: stored.formName,
    submission,
    file_ids: stored.files.filter(({ removed }) => removed !== true).map(({ id }) => id),
    created_at: stored.created_at,
    binned_at: now,
    newest: newestOf(now),
  })
}

/** Deletes an entry of the bin for good, with the files that only it names. */
export const deleteFromBin = async (db: Database, entryId: string): Promise<void> => {
  const entry = await db.bin.findOne(entryId).exec()
  if (entry === null) return
  const fileIds = [...entry.file_ids]
  await entry.incrementalRemove()
  await removeUnnamedFiles(db, fileIds)
}

/** Whether an entry holds something that the server never had: the whole interview, or one of its files. */
export const holdsUnsent = async (
  db: Pick<Database, 'file_uploads'>,
  entry: Pick<BinDoc, 'submission' | 'file_ids'>,
): Promise<boolean> => {
  if (binnedSubmission(entry).server_id === '') return true
  const files = await db.file_uploads.findByIds([...entry.file_ids]).exec()
  return [...files.values()].some(({ sync_status }) => sync_status !== 'synced')
}

/** Whether an entry stays until the surveyor deletes it: it was deleted elsewhere, and holds something unsent. */
export const staysInBin = async (
  db: Pick<Database, 'file_uploads'>,
  entry: Pick<BinDoc, 'submission' | 'file_ids' | 'reason'>,
): Promise<boolean> => entry.reason !== 'surveyor' && (await holdsUnsent(db, entry))

/** How long after the first look that finds an expired entry a look deletes it. */
const graceMs = 24 * 60 * 60_000

/**
 * Deletes for good what has been in the bin for 30 days, unless it stays until the surveyor deletes it. A look deletes
 * only what an earlier one, at least a day before, found expired too, because a clock may be weeks ahead for a moment.
 */
export const emptyExpired = async (db: Database, now: number): Promise<void> => {
  const entries: RxDocument<BinDoc>[] = []
  for (const entry of await binEntries(10_000).build(db.bin).exec()) {
    if (!(await staysInBin(db, entry))) entries.push(entry)
  }
  if (entries.length === 0) return
  const expiredAt = (time: number) => entries.filter(({ binned_at }) => time - binned_at > binMs)
  const expired = expiredAt(now)
  const foundAt = await readSetting(db, 'binExpiredAt')
  if (expired.length === 0) {
    if (foundAt !== 0) await writeSetting(db, 'binExpiredAt', 0)
  } else if (now < foundAt) {
    // The clock was set back since.
    await writeSetting(db, 'binExpiredAt', now)
  } else if (now - foundAt >= graceMs) {
    const found = expiredAt(foundAt)
    for (const entry of found) await deleteFromBin(db, entry.id)
    await writeSetting(db, 'binExpiredAt', found.length < expired.length ? now : 0)
  }
}

/** Whether anything of a submission is worth keeping. */
export const holdsWork = ({ answers, files }: Pick<SubmissionDoc, 'answers' | 'files'>): boolean =>
  Object.keys(answers).length > 0 || files.some(({ removed }) => removed !== true)
