import type { Database } from '../../collections/database.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { contentOf } from '../../collections/interview/content.ts'
import { draftOf } from '../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import {
  answersOf,
  fieldsOfVersion,
  filesWithStatus,
  unfinishedInterviews,
  unsentSubmissions,
  itemsOfSubmission,
} from '../../collections/queries.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { unsentProfileEdits } from '../../replication/recovery/recover-profile.ts'
import type { BackupHead, BackupRecord } from './records.ts'
import type { Piece } from './pieces.ts'

/** How many bytes of a file go into one piece. */
const partBytes = 1024 * 1024
const everything = 100_000
const none = new Uint8Array(0)

const toPiece = (record: BackupRecord): Piece => ({ record, bytes: none })

/**
 * All work that no server has: drafts with their answers, unsent submissions with their operation logs and
 * outbox items, edits of the profile, Recovery, the definitions of their forms, and the bytes of their files.
 */
export async function* collectPieces(db: Database, head: BackupHead): AsyncGenerator<Piece> {
  yield toPiece(head)
  const drafts: DraftRecord[] = []
  const worked = await unfinishedInterviews(everything).build(db.submissions).exec()
  for (const interview of worked) {
    drafts.push(...(await draftRecord(db, interview.toMutableJSON() as SubmissionDoc)))
  }
  // After the drafts with their answers, because a draft may be submitted meanwhile.
  const submissions = [
    ...(await unsentSubmissions('pending').build(db.submissions).exec()),
    ...(await unsentSubmissions('deleted').build(db.submissions).exec()),
  ].map(doc => contentOf(doc.toMutableJSON() as SubmissionDoc))
  const entries = await readEntries(db)

  yield* formPieces(db, [...drafts.map(({ doc }) => doc), ...submissions, ...entries])
  for (const record of drafts) yield toPiece(record)
  for (const doc of submissions) {
    yield toPiece({ type: 'submission', doc, items: await itemsOf(db, doc.id) })
  }
  const edits = await transact(transaction => unsentProfileEdits(transaction, db))
  if (edits.length > 0) yield toPiece({ type: 'profile', edits })
  for (const doc of entries) yield toPiece({ type: 'recovery', doc })
  // Both lists before the first bytes, because a file may change its status while others are sealed.
  const files = [
    ...(await filesWithStatus('pending').build(db.file_uploads).exec()),
    ...(await filesWithStatus('recovery').build(db.file_uploads).exec()),
  ]
  for (const file of files) yield* filePieces(db, file.toMutableJSON())
  yield toPiece({ type: 'end' })
}

type DraftRecord = Extract<BackupRecord, { readonly type: 'draft' }>

const draftRecord = async (
  db: Database,
  edited: SubmissionDoc,
): Promise<readonly DraftRecord[]> => {
  const doc = draftOf(edited)
  if (doc === null) return []
  const answers = await answersOf(doc.id).build(db.form_responses).exec()
  return [
    {
      type: 'draft',
      doc,
      answers: answers.map(answer => answer.toMutableJSON()),
      server_id: edited.server_id,
      ...(doc.submission_id === '' ? {} : { edited: contentOf(edited) }),
    },
  ]
}

const itemsOf = async (db: Database, submissionId: string): Promise<readonly OutboxDoc[]> => {
  const items = await itemsOfSubmission(submissionId).build(db.outbox).exec()
  return items.map(item => item.toMutableJSON())
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
