import type { Database } from '../../collections/database.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { withoutNotes } from '../../collections/operation-log.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import {
  answersOf,
  everyRefused,
  fieldsOfVersion,
  filesWithStatus,
  unfinishedInterviews,
  unsentSubmissions,
  itemsOfSubmission,
} from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { unsentProfileEdits } from '../../replication/recovery/recover-profile.ts'
import { isUnsent, type BackupHead, type BackupRecord, type InterviewRecord } from './records.ts'
import type { Piece } from './pieces.ts'

/** How many bytes of a file go into one piece. */
const partBytes = 1024 * 1024
const everything = 100_000
const none = new Uint8Array(0)

const toPiece = (record: BackupRecord): Piece => ({ record, bytes: none })

/**
 * All work that no server has: what is filled in, unsent submissions with their operation logs and outbox items, what is
 * in Recovery, edits of the profile, the definitions of their forms, and the bytes of their files.
 */
export async function* collectPieces(db: Database, head: BackupHead): AsyncGenerator<Piece> {
  yield toPiece(head)
  const needed: OfVersion[] = []
  for (const id of await interviewIds(db)) {
    const record = await readInterview(db, id)
    if (record === null) continue
    const { doc } = record
    needed.push(doc, ...(doc.refusals ?? []))
    if (doc.work !== undefined) needed.push({ ...doc.work, form_id: doc.form_id })
    yield toPiece(record)
  }
  const profile = await readProfile(db)
  if (profile !== null) yield toPiece(profile)
  yield* formPieces(db, needed)
  // Both lists before the first bytes, because a file may change its status while others are sealed.
  const files = [
    ...(await filesWithStatus('pending').build(db.file_uploads).exec()),
    ...(await filesWithStatus('recovery').build(db.file_uploads).exec()),
  ]
  for (const file of files) yield* filePieces(db, file.toMutableJSON())
  yield toPiece({ type: 'end' })
}

/** The interviews of which something is unsent. */
const interviewIds = async (db: Database): Promise<ReadonlySet<string>> => {
  const lists = [
    unfinishedInterviews(everything),
    unsentSubmissions('pending'),
    unsentSubmissions('deleted'),
    everyRefused,
  ]
  const ids = new Set<string>()
  for (const list of lists) {
    for (const { id } of await list.build(db.submissions).exec()) ids.add(id)
  }
  return ids
}

/** An interview as it is now; null when nothing of it is unsent any more. */
const readInterview = async (db: Database, id: string): Promise<InterviewRecord | null> => {
  // Before the document, because the interview may be submitted meanwhile, which removes its answers.
  const answers = await answersOf(id).build(db.form_responses).exec()
  const stored = await db.submissions.findOne(id).exec()
  if (stored === null) return null
  const doc = stored.toMutableJSON() as SubmissionDoc
  const { work, refusals, crdts } = doc
  if (work === undefined && refusals === undefined && !isUnsent(doc)) return null
  const items = await itemsOfSubmission(id).build(db.outbox).exec()
  return {
    type: 'interview',
    doc: { ...doc, crdts: withoutNotes(crdts) },
    answers: work === undefined ? [] : answers.map(answer => answer.toMutableJSON()),
    items: items.map(item => item.toMutableJSON()),
  }
}

/** What no server has of the profile; null for nothing. */
const readProfile = async (db: Database): Promise<BackupRecord | null> => {
  const edits = await transact(transaction => unsentProfileEdits(transaction, db))
  const profile = await db.user_profile.findOne(currentUser).exec()
  const { refusals = [] } = (profile?.toMutableJSON() ?? {}) as Pick<UserProfileDoc, 'refusals'>
  return edits.length + refusals.length === 0 ? null : { type: 'profile', edits, refusals }
}

interface OfVersion {
  readonly form_id: string
  readonly definition_hash: string
}

/** The forms of this work, in the versions that it needs. */
async function* formPieces(db: Database, work: readonly OfVersion[]): AsyncGenerator<Piece> {
  for (const id of new Set(work.map(({ form_id }) => form_id))) {
    const form = await db.forms.findOne(id).exec()
    if (form !== null) yield toPiece({ type: 'form', doc: form.toMutableJSON() })
  }
  for (const hash of new Set(work.map(({ definition_hash }) => definition_hash))) {
    const fields = await fieldsOfVersion(hash).build(db.form_questions).exec()
    if (fields.length > 0) {
      yield toPiece({ type: 'fields', docs: fields.map(field => field.toMutableJSON()) })
    }
  }
}

/** A file in parts, so that only one part is in memory at a time. */
async function* filePieces(db: Database, listed: FileUploadDoc): AsyncGenerator<Piece> {
  const { doc, blob } = await readFile(db, listed)
  if (blob === null) {
    yield toPiece({ type: 'file', doc, part: 0, parts: 0 })
    return
  }
  const parts = Math.max(1, Math.ceil(blob.size / partBytes))
  for (let part = 0; part < parts; part += 1) {
    const slice = blob.slice(part * partBytes, (part + 1) * partBytes)
    const bytes = new Uint8Array(await slice.arrayBuffer())
    yield { record: { type: 'file', doc, part, parts }, bytes }
  }
}

/** The bytes of a file and the record of these, because a photo may be made smaller after it was listed. */
const readFile = async (
  db: Database,
  doc: FileUploadDoc,
): Promise<{ readonly doc: FileUploadDoc; readonly blob: Blob | null }> => {
  const blob = await fileBytes(db, doc.id)
  const stored = await db.file_uploads.findOne(doc.id).exec()
  if (stored === null || stored.sha256 === doc.sha256) return { doc, blob }
  const { file_type, file_size, sha256 } = stored
  return readFile(db, { ...doc, file_type, file_size, sha256 })
}
