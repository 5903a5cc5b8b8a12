import type { Database } from '../../collections/database.ts'
import { isFileList, withoutAddresses } from '../../collections/file-answers.ts'
import { answerKey, keyFrom } from '../../collections/ids.ts'
import { binEntries } from '../../collections/queries.ts'
import { binnedSubmission, type BinDoc } from '../../collections/schemas/bin.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { emptyExpired } from '../../collections/writes/write-bin.ts'
import { freeTempId } from '../../collections/writes/write-interview.ts'
import { removedAddresses } from '../outbox/attempt/removed-files.ts'
import { makeReady } from '../outbox/outbox-states.ts'
import { queueSubmission } from '../outbox/queue.ts'
import { isAlive, storedDocument } from '../rest-crdt.ts'

/** The result of restoring. `lostFiles`: how many files are no longer on the device. */
export type Restored =
  | { readonly kind: 'restored'; readonly submissionId: string; readonly lostFiles: number }
  | { readonly kind: 'gone' }

/**
 * Restores an entry of the bin as a submission, to be sent as a new interview. It gets a new id and key, because the
 * server may remember those of the deleted one.
 *
 *   entry notes the id and key ──► files get the id, unsent ──► submission ──► queued ──► entry removed
 *
 * Each step is safe to repeat; a start finishes what a crash left half done.
 */
export const restoreFromBin = async (
  db: Database,
  entryId: string,
  now: number,
): Promise<Restored> => {
  const doc = await db.bin.findOne(entryId).exec()
  if (doc === null) return { kind: 'gone' }
  const living = await storedDocument(db.submissions, entryId)
  if (isAlive(living)) {
    await doc.incrementalRemove()
    return { kind: 'restored', submissionId: entryId, lostFiles: 0 }
  }
  const entry = await withNewId(db, doc.toMutableJSON() as BinDoc, now)
  const before = binnedSubmission(entry)
  const files = await moveFiles(db, entry, before.files)
  const submission = asUnsent(before, entry, files, now)
  const { error } = await db.submissions.bulkInsert([submission as SubmissionDoc])
  const failed = error.find(({ status }) => status !== 409)
  if (failed !== undefined) throw new Error('The submission was not restored.', { cause: failed })
  const stored = await storedDocument(db.submissions, submission.id)
  if (isAlive(stored)) await queueSubmission(db, stored, now)
  await makeReady(db, { submissionId: submission.id })
  await doc.getLatest().incrementalRemove()
  return {
    kind: 'restored',
    submissionId: submission.id,
    lostFiles: countFiles(before) - files.length,
  }
}

/** Finishes the restorations that a crash interrupted, and deletes expired entries. */
export const tidyBin = async (db: Database, now: number): Promise<void> => {
  const entries = await binEntries(10_000).build(db.bin).exec()
  for (const entry of entries) {
    if (entry.restored_id !== '') await restoreFromBin(db, entry.id, now)
  }
  await emptyExpired(db, now)
}

const withNewId = async (db: Database, entry: BinDoc, now: number): Promise<BinDoc> => {
  if (entry.restored_id !== '') return entry
  const restored_id = await freeTempId(db, now)
  const restored_key = await keyFrom(`${entry.id}|${restored_id}|${entry.binned_at}`)
  const doc = await db.bin.findOne(entry.id).exec(true)
  const noted = await doc.incrementalModify(data =>
    data.restored_id === '' ? { ...data, restored_id, restored_key } : data,
  )
  return noted.toMutableJSON() as BinDoc
}

/** Moves the files whose bytes are still here to the restored submission, as unsent; returns their manifest. */
const moveFiles = async (
  db: Database,
  { file_ids, restored_id }: BinDoc,
  manifest: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> => {
  const docs = await db.file_uploads.findByIds([...file_ids]).exec()
  const here = [...docs.values()].filter(file => file.getAttachment(fileData) !== null)
  for (const file of here) {
    await file.incrementalPatch({
      submission_id: restored_id,
      sync_status: 'pending',
      synced_at: 0,
    })
  }
  const ids = new Set(here.map(({ id }) => id))
  return manifest.filter(({ id }) => ids.has(id))
}

/** How many files a submission has: those attached on this device, and those that only the server has. */
const countFiles = (submission: SubmissionDoc): number => {
  const attached = submission.files.filter(({ removed }) => removed !== true)
  const removed = new Set(removedAddresses(submission))
  const listed = Object.entries(submission.answers).reduce((sum, [key, answer]) => {
    const own = attached.filter(file => answerKey(file.field_id, file.occurrence) === key).length
    const addresses = isFileList(answer) ? answer.filter(url => !removed.has(url)).length : 0
    return sum + Math.max(0, addresses - own)
  }, 0)
  return attached.length + listed
}

const asUnsent = (
  before: SubmissionDoc,
  { restored_id, restored_key }: BinDoc,
  files: readonly ManifestFile[],
  now: number,
): Omit<SubmissionDoc, 'crdts'> => {
  const { sent_before: _, ...content } = before
  return {
    ...content,
    id: restored_id,
    client_key: restored_key,
    server_id: '',
    rev: '',
    syncStatus: 'pending',
    hidden: 0,
    answers: withoutAddresses(before.answers, before.files),
    files: [...files],
    files_pending: files.length,
    updated_at: new Date(now).toISOString(),
    history: [...before.history, { at: now, what: 'restored', note: '' }],
  }
}
