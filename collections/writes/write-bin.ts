import type { Database } from '../database.ts'
import type { BinReason } from '../schemas/bin.ts'
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

/** How long after the first look that finds an expired entry a look deletes it. */
const graceMs = 24 * 60 * 60_000

/**
 * Deletes for good what has been in the bin for 30 days. A look deletes only what an earlier one, at least a day before,
 * found expired too, because a clock may be weeks ahead for a moment.
 */
export const emptyExpired = async (db: Database, now: number): Promise<void> => {
  const entries = await binEntries(10_000).build(db.bin).exec()
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
