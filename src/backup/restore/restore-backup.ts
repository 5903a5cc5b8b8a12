import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { arrivalsIn, planArrival } from '../../../replication/pull/arrivals.ts'
import { transact, type Transaction } from '../../../collections/one-database/transaction.ts'
import { entriesIn } from '../../../collections/recovery-entries.ts'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import type { Owner } from '../make-backup.ts'
import { DamagedBackup, openBackupFile, type BackupFailure, type OpenBackup } from '../read-file.ts'
import { createFinder, isAnother } from './find-here.ts'
import { filesOfMerge, mergeInterview, planMerge, type Counts } from './merge-interview.ts'
import { readRecords, type BackupRecords } from './read-records.ts'
import { noProfile, planProfile } from './restore-profile.ts'
import type { RestoreStep } from './restore-step.ts'

/** What was restored, and how much of the backup the device had already. */
export interface Restored extends Counts {
  /** Whether edits of the surveyor's profile were restored. */
  readonly profile: boolean
  readonly files: number
}

/** Why nothing was restored. */
export type RestoreFailure =
  | { readonly kind: BackupFailure }
  /** The work of another surveyor or of another server: restored only with the surveyor's consent. */
  | { readonly kind: 'other-user'; readonly userName: string }

/** Where the backup is restored, and whose device it is. */
interface RestoreParts {
  readonly db: Database
  readonly owner: Owner
  /** Epoch ms. */
  readonly now: number
  /** Whether the surveyor agreed to restore work that is not their own. */
  readonly isForeignAllowed?: boolean
}

/**
 * Restores the work of a backup on this device. A repetition, even on another device, makes no duplicates, because the
 * work keeps its ids and keys. The file is read to its end before the first write. The work is written in one transaction,
 * after its files; files without it go a day later.
 */
export const restoreBackup = async (
  parts: RestoreParts,
  file: Blob,
  passphrase: string,
): Promise<Result<Restored, RestoreFailure>> => {
  const opened = await openBackupFile(file, passphrase)
  if (!opened.ok) return err({ kind: opened.failure })
  const { head } = opened.value
  if (head.schema > schemaVersion) return err({ kind: 'newer' })
  const isOwn = head.user.id === parts.owner.userId && head.api_url === parts.owner.apiUrl
  if (!isOwn && parts.isForeignAllowed !== true) {
    return err({ kind: 'other-user', userName: head.user.name })
  }
  const restore = {
    ...parts,
    pieces: opened.value.pieces,
    isOwn,
    needed: new Set<string>(),
    written: new Set<string>(),
  }
  try {
    for (;;) {
      const plan = await planRestore(restore)
      // Files first, so that work never appears without them.
      await writeFiles(restore, plan)
      const counts = await carryOut(restore, plan)
      if (counts !== null) return ok({ ...counts, files: restore.written.size })
    }
  } catch (error) {
    if (error instanceof DamagedBackup) return err({ kind: 'damaged' })
    throw error
  }
}

/** A restore that is going on. */
interface Restore extends RestoreParts {
  readonly pieces: OpenBackup['pieces']
  readonly isOwn: boolean
  /** The ids of the files that it needs. */
  readonly needed: Set<string>
  /** The ids of the files that it has written. */
  readonly written: Set<string>
}

/** What a restore will do. */
interface RestorePlan {
  readonly records: BackupRecords
  /** The ids that the interviews of the backup have here, by those that they have in the backup. */
  readonly idsHere: ReadonlyMap<string, string>
  /** The count of arrivals that it was made at. */
  readonly seen: number
}

/** Reads a backup, and compares it with the device to know which files it needs. Writes nothing. */
const planRestore = async (restore: Restore): Promise<RestorePlan> => {
  const { db, pieces, isOwn, needed } = restore
  const seen = await transact(transaction => arrivalsIn(transaction, db))
  const records = await readRecords(pieces(), isOwn)
  const findHere = createFinder(db, records.interviews.keys())
  const idsHere = new Map<string, string>()
  for (const [id, { doc }] of records.interviews) idsHere.set(id, await findHere(doc))
  await transact(async transaction => {
    const step = await stepOf(transaction, restore, records)
    for (const [id, record] of records.interviews) {
      const merge = await mergeInterview(step, idsHere.get(id) ?? id, record)
      for (const fileId of filesOfMerge(step, merge, record)) needed.add(fileId)
    }
  })
  return { records, idsHere, seen }
}

const stepOf = async (
  transaction: Transaction,
  { db, now, written }: Restore,
  { files }: BackupRecords,
): Promise<RestoreStep> => {
  const entryIds = new Set((await entriesIn(transaction, db)).map(({ id }) => id))
  return { transaction, db, now, files, entryIds, written }
}

/** Something came to the device after the plan was made, so that it no longer holds. */
class OutdatedPlan extends Error {
  override readonly name = 'OutdatedPlan'
}

/** Carries out a plan in one transaction; null when it no longer holds. */
const carryOut = async (
  restore: Restore,
  { records, idsHere, seen }: RestorePlan,
): Promise<Omit<Restored, 'files'> | null> => {
  const { db, needed } = restore
  const planned = new Set(needed)
  try {
    return await transact(async transaction => {
      // A list or another backup may have brought interviews.
      if ((await arrivalsIn(transaction, db)) !== seen) throw new OutdatedPlan()
      // Fetched again by the next refresh, because the file has no lists and pictures of forms.
      for (const form of records.forms)
        await transaction.insert(db.forms, { ...form, fetched_at: 0 })
      for (const field of records.fields) await transaction.insert(db.form_questions, field)
      const step = await stepOf(transaction, restore, records)
      const counts: Counts[] = []
      for (const [id, record] of records.interviews) {
        const here = idsHere.get(id) ?? id
        const stored = await transaction.stored(db.submissions, here)
        // A new interview may have been given the id.
        if (here === id && stored !== null && isAnother(stored, record.doc))
          throw new OutdatedPlan()
        const merge = await mergeInterview(step, here, record)
        const files = filesOfMerge(step, merge, record)
        for (const fileId of files) needed.add(fileId)
        // The interview here has changed.
        if (!files.every(fileId => planned.has(fileId))) throw new OutdatedPlan()
        await planMerge(step, merge, record)
        counts.push(merge.counts)
      }
      const own = records.profile === null ? noProfile : await planProfile(step, records.profile)
      await planArrival(transaction, db, seen)
      const total = (name: keyof Counts) =>
        [...counts, own].reduce((sum, each) => sum + each[name], 0)
      return {
        drafts: total('drafts'),
        submissions: total('submissions'),
        recovery: total('recovery'),
        known: total('known'),
        profile: own.profile,
      }
    })
  } catch (error) {
    if (error instanceof OutdatedPlan) return null
    throw error
  }
}

/** Writes the planned files that are not here. */
const writeFiles = async (
  { db, now, pieces, needed, written }: Restore,
  { idsHere }: RestorePlan,
): Promise<void> => {
  let parts: Blob[] = []
  for await (const { record, bytes } of pieces()) {
    if (record.type !== 'file' || !needed.has(record.doc.id)) continue
    const submission_id = idsHere.get(record.doc.submission_id) ?? record.doc.submission_id
    if (record.part === 0) parts = []
    parts.push(new Blob([bytes]))
    if (record.part < record.parts - 1) continue
    const known = await db.file_uploads.findOne(record.doc.id).exec()
    if (known === null) {
      // As new, because files that no document names yet are deleted once they are a day old. In their order.
      const created_at = now + written.size
      const doc: FileUploadDoc = { ...record.doc, submission_id, created_at }
      await attachFile(db, doc, new Blob(parts, { type: doc.file_type }))
      written.add(doc.id)
    } else if (written.has(known.id)) {
      // The plan was made again.
      await known.incrementalPatch({ submission_id })
    }
  }
}
