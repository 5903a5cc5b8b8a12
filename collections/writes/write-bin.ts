import type { Database } from '../database.ts'
import { planMove } from '../interview/plan-move.ts'
import { asEnded } from '../interview/refusals.ts'
import { contentOf } from '../interview/content.ts'
import { type Transaction, transact } from '../one-database/transaction.ts'
import { binnedSubmissions } from '../queries.ts'
import { newestOf } from '../schemas/schema.ts'
import {
  hiddenBy,
  type BinReason,
  type ManifestFile,
  type SubmissionDoc,
  type SubmissionFields,
} from '../schemas/submissions.ts'
import { removeUnnamedFiles } from './file-owners.ts'
import { readSetting, writeSetting } from './write-settings.ts'

/** How long a submission in the bin can be restored. */
export const binMs = 30 * 24 * 60 * 60_000

/**
 * A submission as the bin has it: as it was last shown, and without an id on the server, because a server may give that
 * to another row.
 */
export const asBinned = (
  stored: SubmissionDoc,
  reason: BinReason,
  now: number,
): SubmissionFields => {
  const { crdts: _, ...submission } = contentOf(stored)
  return {
    ...submission,
    server_id: '',
    syncStatus: 'deleted',
    files: keptFiles(stored),
    files_pending: 0,
    state: 'binned',
    hidden: hiddenBy.bin,
    binned: { reason, at: now, server_id: stored.server_id },
    newest: newestOf(now),
  }
}

/** Plans to delete a submission in the bin for good; its files stay, and what Recovery has of it. */
const planForgetting = (transaction: Transaction, db: Database, id: string): Promise<boolean> =>
  planMove(transaction, db, id, 'forgotten', stored =>
    stored === null || stored._deleted || stored.state !== 'binned'
      ? null
      : { base: asEnded(stored), pending: [] },
  )

/** Deletes a submission in the bin for good, with the files that only it names. */
export const deleteFromBin = async (db: Database, id: string): Promise<void> => {
  const fileIds = await transact(async transaction => {
    const stored = await transaction.read(db.submissions, id)
    return (await planForgetting(transaction, db, id)) && stored !== null
      ? stored.files.map(file => file.id)
      : []
  })
  await removeUnnamedFiles(db, fileIds)
}

/** What of a submission in the bin says whether the server had it. */
type Kept = Pick<SubmissionDoc, 'binned' | 'files'>

/** Whether a submission in the bin holds something that the server never had: itself, or one of its files. */
export const holdsUnsent = async (
  db: Pick<Database, 'file_uploads'>,
  { binned, files }: Kept,
): Promise<boolean> => {
  if (binned?.server_id === '') return true
  const stored = await db.file_uploads.findByIds(files.map(({ id }) => id)).exec()
  return [...stored.values()].some(({ sync_status }) => sync_status !== 'synced')
}

/** Whether a submission stays in the bin until the surveyor deletes it: it ended elsewhere, and holds something unsent. */
export const staysInBin = async (
  db: Pick<Database, 'file_uploads'>,
  submission: Kept,
): Promise<boolean> =>
  submission.binned?.reason !== 'surveyor' && (await holdsUnsent(db, submission))

/** How long after the first look that finds an expired submission a look deletes it. */
const graceMs = 24 * 60 * 60_000

/**
 * Deletes for good what has been in the bin for 30 days, unless it stays until the surveyor deletes it. A look deletes
 * only what an earlier one, at least a day before, found expired too, because a clock may be weeks ahead for a moment.
 */
export const emptyExpired = async (db: Database, now: number): Promise<void> => {
  const leaving: SubmissionDoc[] = []
  for (const doc of await binnedSubmissions(10_000).build(db.submissions).exec()) {
    const submission = doc.toMutableJSON() as SubmissionDoc
    if (!(await staysInBin(db, submission))) leaving.push(submission)
  }
  if (leaving.length === 0) return
  const expiredAt = (time: number) =>
    leaving.filter(({ binned }) => time - (binned?.at ?? time) > binMs)
  const expired = expiredAt(now)
  const foundAt = await readSetting(db, 'binExpiredAt')
  if (expired.length === 0) {
    if (foundAt !== 0) await writeSetting(db, 'binExpiredAt', 0)
  } else if (now < foundAt) {
    // The clock was set back since.
    await writeSetting(db, 'binExpiredAt', now)
  } else if (now - foundAt >= graceMs) {
    const found = expiredAt(foundAt)
    for (const { id } of found) await deleteFromBin(db, id)
    await writeSetting(db, 'binExpiredAt', found.length < expired.length ? now : 0)
  }
}

/** The files of a submission that no edit removed. */
const keptFiles = ({ files }: Pick<SubmissionDoc, 'files'>): ManifestFile[] =>
  files.filter(({ removed }) => removed !== true)

/** Whether anything of a submission is worth keeping. */
export const holdsWork = (submission: Pick<SubmissionDoc, 'answers' | 'files'>): boolean =>
  Object.keys(submission.answers).length > 0 || keptFiles(submission).length > 0
