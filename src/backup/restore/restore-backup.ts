import type { Database } from '../../../collections/database.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { schemaVersion } from '../../../collections/schemas/schema.ts'
import { attachFile } from '../../../collections/writes/write-interview.ts'
import { putBackProfileEdits } from '../../../replication/recovery/recover-profile.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import type { Owner } from '../make-backup.ts'
import { planRestore, type RestorePlan } from './plan-restore.ts'
import { DamagedBackup, openBackupFile, type BackupFailure, type OpenBackup } from '../read-file.ts'
import type { Piece } from '../pieces.ts'
import { insertDraft } from './restore-draft.ts'
import { insertEntry, recoverEdits } from './restore-recovery.ts'
import { insertSubmission, mergeSubmission } from './restore-submission.ts'

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
 * work keeps its ids and keys. The file is read to its end before the first write. The writes are ordered so that a
 * second restore completes one that crashed.
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
    const plan = await planRestore(parts.db, opened.value.pieces(), isOwn)
    return ok(await carryOut(parts, opened.value, plan))
  } catch (error) {
    if (error instanceof DamagedBackup) return err({ kind: 'damaged' })
    throw error
  }
}

const carryOut = async (
  { db, now }: RestoreParts,
  backup: OpenBackup,
  plan: RestorePlan,
): Promise<Restored> => {
  // Files first, so that work never appears without them.
  const files = await writeFiles(db, backup.pieces(), plan)
  // Fetched again by the next refresh, because the file has no lists and pictures of forms.
  for (const form of plan.forms) await db.forms.insertIfNotExists({ ...form, fetched_at: 0 })
  for (const fields of plan.fields) await db.form_questions.bulkInsert([...fields])
  for (const draft of plan.drafts) await insertDraft(db, draft)
  for (const { doc, items } of plan.inserts) await insertSubmission(db, doc, items, now)
  for (const { id, edits, files } of plan.merges) await mergeSubmission(db, id, edits, files, now)
  for (const submission of plan.edits) await recoverEdits(db, submission, now)
  for (const entry of plan.entries) await insertEntry(db, entry)
  if (plan.profile.length > 0) await putBackProfileEdits(db, plan.profile, now)
  return {
    drafts: plan.drafts.filter(({ isKnown }) => !isKnown).length,
    submissions: plan.inserts.length + plan.merges.length,
    recovery: plan.entries.length + plan.edits.length,
    profile: plan.profile.length > 0,
    files,
    known: plan.known + plan.drafts.filter(({ isKnown }) => isKnown).length,
  }
}

/** Writes the planned files; returns how many. */
const writeFiles = async (
  db: Database,
  pieces: AsyncIterable<Piece>,
  plan: RestorePlan,
): Promise<number> => {
  let written = 0
  let parts: Blob[] = []
  for await (const { record, bytes } of pieces) {
    if (record.type !== 'file') continue
    const ownerId = plan.fileOwners.get(record.doc.id)
    if (ownerId === undefined) continue
    if (record.part === 0) parts = []
    parts.push(new Blob([bytes]))
    if (record.part < record.parts - 1) continue
    if ((await db.file_uploads.findOne(record.doc.id).exec()) !== null) continue
    const doc: FileUploadDoc = { ...record.doc, submission_id: ownerId }
    await attachFile(db, doc, new Blob(parts, { type: doc.file_type }))
    written += 1
  }
  return written
}
