import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { arrivalsIn, planArrival } from '../../../replication/pull/arrivals.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { planProfileEdits } from '../../../replication/recovery/recover-profile.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import type { Owner } from '../make-backup.ts'
import { planRestore, type RestorePlan } from './plan-restore.ts'
import { DamagedBackup, openBackupFile, type BackupFailure } from '../read-file.ts'
import type { Piece } from '../pieces.ts'
import { planDraftInsertion } from './restore-draft.ts'
import { planRefusal, refusalOf } from '../../../collections/interview/refusals.ts'
import { planEntry, planRefusedEdits } from './restore-recovery.ts'
import { planInsertion, planMerge } from './restore-submission.ts'

/** What was restored, and how much of the backup the device had already. */
export interface Restored {
  readonly drafts: number
  readonly submissions: number
  readonly recovery: number
  /** Whether edits of the surveyor's profile were restored. */
  readonly profile: boolean
  readonly files: number
  readonly known: number
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
  try {
    const written = new Set<string>()
    for (;;) {
      const seen = await transact(transaction => arrivalsIn(transaction, parts.db))
      const plan = await planRestore(parts.db, opened.value.pieces(), isOwn, parts.now)
      // Files first, so that work never appears without them.
      await writeFiles(parts, opened.value.pieces(), plan, written)
      if (await carryOut(parts, plan, seen)) return ok(restoredOf(plan, written.size))
    }
  } catch (error) {
    if (error instanceof DamagedBackup) return err({ kind: 'damaged' })
    throw error
  }
}

/** Carries out a plan in one transaction; false when a list or another backup brought interviews since it was made. */
const carryOut = ({ db, now }: RestoreParts, plan: RestorePlan, seen: number): Promise<boolean> =>
  transact(async transaction => {
    if ((await arrivalsIn(transaction, db)) !== seen) return false
    const step = { transaction, db, now }
    // Fetched again by the next refresh, because the file has no lists and pictures of forms.
    for (const form of plan.forms) await transaction.insert(db.forms, { ...form, fetched_at: 0 })
    for (const field of plan.fields.flat()) await transaction.insert(db.form_questions, field)
    for (const { doc, items } of plan.inserts) await planInsertion(step, doc, items)
    for (const merge of plan.merges) await planMerge(step, merge)
    for (const submission of plan.edits) await planRefusedEdits(step, submission)
    for (const entry of plan.entries) await planEntry(step, entry)
    for (const entry of plan.older) {
      await planRefusal(transaction, db, entry.submission_id, refusalOf(entry), 'brought')
    }
    // A draft that was submitted while the backup was made is in it twice.
    const submitted = new Set(plan.inserts.map(({ doc }) => doc.id))
    for (const draft of plan.drafts) {
      const isLeft = draft.draft.submission_id === '' && submitted.has(draft.draft.id)
      if (!isLeft) await planDraftInsertion(step, draft)
    }
    if (plan.profile.length > 0) await planProfileEdits(transaction, db, plan.profile, now)
    await planArrival(transaction, db, seen)
    return true
  })

const restoredOf = (plan: RestorePlan, files: number): Restored => ({
  drafts: plan.drafts.filter(({ isKnown }) => !isKnown).length,
  submissions: plan.inserts.length + plan.merges.length,
  recovery: plan.entries.length + plan.edits.length + plan.older.length,
  profile: plan.profile.length > 0,
  files,
  known: plan.known + plan.drafts.filter(({ isKnown }) => isKnown).length,
})

/** Writes the planned files that are not here, and adds their ids to `written`. */
const writeFiles = async (
  { db, now }: RestoreParts,
  pieces: AsyncIterable<Piece>,
  plan: RestorePlan,
  written: Set<string>,
): Promise<void> => {
  let parts: Blob[] = []
  for await (const { record, bytes } of pieces) {
    if (record.type !== 'file') continue
    const ownerId = plan.fileOwners.get(record.doc.id)
    if (ownerId === undefined) continue
    if (record.part === 0) parts = []
    parts.push(new Blob([bytes]))
    if (record.part < record.parts - 1) continue
    const known = await db.file_uploads.findOne(record.doc.id).exec()
    if (known === null) {
      // As new, because files that no document names yet are deleted once they are a day old. In their order.
      const created_at = now + written.size
      const doc: FileUploadDoc = { ...record.doc, submission_id: ownerId, created_at }
      await attachFile(db, doc, new Blob(parts, { type: doc.file_type }))
      written.add(doc.id)
    } else if (written.has(known.id)) {
      // The plan was made again.
      await known.incrementalPatch({ submission_id: ownerId })
    }
  }
}
