import type { Database } from '../../../collections/database.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { FormDoc } from '../../../collections/schemas/forms.ts'
import type { Operations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { payloadOf, type RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { ManifestFile, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { toManifest } from '../../../collections/writes/write-submission.ts'
import type { BackupRecord } from '../records.ts'
import { isListedByBytes } from '../../../replication/rows/listed-files.ts'
import type { Piece } from '../pieces.ts'
import { createRenamer } from './rename-clashes.ts'
import { newProfileEdits } from './restore-profile.ts'
import { draftUnder, planDraft, type DraftPlan } from './restore-draft.ts'
import { olderEntry, type OlderWork } from './restore-older.ts'
import { isEntryMissing } from './restore-recovery.ts'
import { byServerId, rowIdsByKey } from './same-interview.ts'
import { planSubmission, type Merge } from './restore-submission.ts'

/** What a restore will write. */
export interface RestorePlan {
  readonly forms: FormDoc[]
  readonly fields: (readonly FormQuestionDoc[])[]
  readonly drafts: DraftPlan[]
  readonly inserts: { readonly doc: SubmissionDoc; readonly items: readonly OutboxDoc[] }[]
  readonly merges: Merge[]
  /** Submissions that were deleted here but have unsent edits in the backup. */
  readonly edits: SubmissionDoc[]
  readonly entries: RecoveryEntry[]
  /** New entries of Recovery, for edits that may be older than what is here. */
  readonly older: RecoveryEntry[]
  /** Edits of the surveyor's profile that change something here. */
  readonly profile: Operations[]
  /** The files to write, each with the interview that it belongs to on this device. */
  readonly fileOwners: Map<string, string>
  /** How many records the device had already. */
  readonly known: number
}

/**
 * Reads a backup to its end, which proves that it is complete, and compares it with the device. Writes nothing. Edits
 * of a profile are planned only for the surveyor who made them.
 */
export const planRestore = async (
  db: Database,
  pieces: AsyncIterable<Piece>,
  isOwn: boolean,
  now: number,
): Promise<RestorePlan> => {
  const plan = {
    forms: [],
    fields: [],
    drafts: [],
    inserts: [],
    merges: [],
    edits: [],
    entries: [],
    older: [],
    profile: [],
    fileOwners: new Map(),
    known: 0,
  } as RestorePlan & { known: number }
  let rowIds: ReturnType<typeof rowIdsByKey> | null = null
  const wanted: Wanted = {
    fileIds: new Set(),
    ownerById: new Map(),
    draftIds: new Set(),
    olderDrafts: new Map(),
    rowIds: () => (rowIds ??= rowIdsByKey(db)),
  }
  // Files follow the work that names them.
  const rename = createRenamer(db)
  for await (const piece of pieces) {
    const record = await rename(piece.record)
    if (record.type === 'file') planFile(plan, wanted, record)
    else if (!isOwn && isOfProfile(record)) continue
    else if (!(await planRecord(db, plan, wanted, record))) plan.known += 1
  }
  const inBackup = ({ id }: ManifestFile) => plan.fileOwners.has(id)
  const merges: Merge[] = []
  for (const merge of plan.merges) {
    const files = merge.files.filter(inBackup)
    const isMerged = merge.edits.length > 0 || files.length > 0
    if (isMerged) merges.push({ ...merge, files })
    if (!(await planOlder(db, plan, merge.older, inBackup, now)) && !isMerged) plan.known += 1
  }
  for (const older of wanted.olderDrafts.values()) {
    if (!(await planOlder(db, plan, older, inBackup, now))) plan.known += 1
  }
  const drafts = plan.drafts.map(draft => draftUnder(draft, wanted.ownerById.get(draft.draft.id)))
  return { ...plan, drafts, merges }
}

/** Plans an entry for older work; false when it has nothing that is missing here. */
const planOlder = async (
  db: Database,
  plan: RestorePlan,
  older: OlderWork | null,
  inBackup: (file: ManifestFile) => boolean,
  now: number,
): Promise<boolean> => {
  if (older === null) return false
  for (const file of older.files.filter(each => isListedByBytes(each, older.known))) {
    const isNamed = plan.entries.some(({ file_ids }) => file_ids.includes(file.id))
    if (!isNamed) plan.fileOwners.delete(file.id)
  }
  const entry = await olderEntry(db, { ...older, files: older.files.filter(inBackup) }, now)
  if (entry !== null) plan.older.push(entry)
  return entry !== null
}

const isOfProfile = (record: BackupRecord): boolean =>
  record.type === 'profile' || (record.type === 'recovery' && record.doc.kind === 'profile')

/** The files of an older edit, and those that its submission had. */
interface OlderFiles {
  readonly files: ManifestFile[]
  readonly sent: ReadonlySet<string>
}

interface Wanted {
  readonly fileIds: Set<string>
  /** Ids of the backup's work that is known under another id on this device. */
  readonly ownerById: Map<string, string>
  /** A draft has no list of files: its files are those that name it. */
  readonly draftIds: Set<string>
  /** Open edits that go to Recovery, by the id of their draft in the backup; their files are added as they come. */
  readonly olderDrafts: Map<string, OlderWork & OlderFiles>
  /** The rows here by the keys of their interviews; read once. */
  readonly rowIds: () => ReturnType<typeof rowIdsByKey>
}

const planFile = (
  { fileOwners }: RestorePlan,
  { fileIds, ownerById, draftIds, olderDrafts }: Wanted,
  { doc, part, parts }: Extract<BackupRecord, { readonly type: 'file' }>,
): void => {
  const isWanted = fileIds.has(doc.id) || draftIds.has(doc.submission_id)
  if (isWanted && parts > 0) {
    fileOwners.set(doc.id, ownerById.get(doc.submission_id) ?? doc.submission_id)
    const older = olderDrafts.get(doc.submission_id)
    if (part === 0 && !older?.sent.has(doc.id)) older?.files.push(toManifest(doc))
  }
}

/** Plans one record; false when the device has it already. */
const planRecord = async (
  db: Database,
  plan: RestorePlan,
  wanted: Wanted,
  record: BackupRecord,
): Promise<boolean> => {
  switch (record.type) {
    case 'form':
      plan.forms.push(record.doc)
      return true
    case 'fields':
      plan.fields.push(record.docs)
      return true
    case 'draft': {
      const draft = await planDraft(db, record, wanted.rowIds)
      if (draft === null) return false
      wanted.draftIds.add(record.doc.id)
      if ('older' in draft) {
        const sent = new Set(record.edited?.files.map(({ id }) => id))
        wanted.olderDrafts.set(record.doc.id, { ...draft.older, files: [], sent })
        wanted.ownerById.set(record.doc.id, draft.older.known.id)
        return true
      }
      plan.drafts.push(draft)
      wanted.ownerById.set(record.doc.id, draft.draft.id)
      return true
    }
    case 'submission':
      return planUnsent(db, plan, wanted, record)
    case 'recovery':
      if (!(await isEntryMissing(db, record.doc))) return false
      plan.entries.push(record.doc)
      await noteOwner(db, wanted, record.doc)
      for (const id of record.doc.file_ids) wanted.fileIds.add(id)
      return true
    case 'profile':
      plan.profile.push(...(await newProfileEdits(db, record.edits)))
      return plan.profile.length > 0
    case 'head':
    case 'file':
    case 'end':
      return true
  }
}

/** Notes under which id the submission of an entry is here, because its files follow. */
const noteOwner = async (
  db: Database,
  { ownerById }: Wanted,
  entry: RecoveryEntry,
): Promise<void> => {
  const { submission } = payloadOf(entry)
  const known = submission === null ? null : await byServerId(db, submission.server_id)
  if (submission !== null && known !== null) ownerById.set(submission.id, known.id)
}

const planUnsent = async (
  db: Database,
  plan: RestorePlan,
  { fileIds, ownerById }: Wanted,
  { doc, items }: Extract<BackupRecord, { readonly type: 'submission' }>,
): Promise<boolean> => {
  const next = await planSubmission(db, doc)
  switch (next.do) {
    case 'skip':
      return false
    case 'insert':
      plan.inserts.push({ doc, items })
      break
    case 'merge':
      plan.merges.push(next)
      ownerById.set(doc.id, next.id)
      break
    case 'recover':
      plan.edits.push(doc)
  }
  const missing = next.do === 'merge' ? [...next.files, ...(next.older?.files ?? [])] : doc.files
  for (const { id } of missing) fileIds.add(id)
  return true
}
