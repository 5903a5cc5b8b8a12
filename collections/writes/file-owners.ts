import type { Database } from '../database.ts'
import { binnedSubmissions, unsentSubmissions } from '../queries.ts'
import { readEntries } from '../recovery-entries.ts'
import type { FileUploadDoc } from '../schemas/file-uploads.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'

/** Finds the files that documents on this device still name, and removes the others. */

/** Removes those of the given files that neither an interview nor an entry of Recovery names. */
export const removeUnnamedFiles = async (
  db: Database,
  fileIds: readonly string[],
): Promise<void> => {
  if (fileIds.length === 0) return
  const files = await db.file_uploads.findByIds([...fileIds]).exec()
  const docs = [...files.values()].map(file => file.toMutableJSON())
  await db.file_uploads.bulkRemove(await unnamedAmong(db, docs))
}

/**
 * Removes those of the given files of an interview that neither it nor a refusal of it names any more, also while it is
 * being filled in.
 */
export const removeTakenOut = async (
  db: Database,
  interviewId: string,
  fileIds: readonly string[],
): Promise<void> => {
  if (fileIds.length === 0) return
  const [stored] = await db.submissions.storageInstance.findDocumentsById([interviewId], false)
  // All files under its id are its own.
  if (stored?.work?.isWhole === true) return
  const named = stored === undefined ? new Set() : namesOf(stored)
  const files = await db.file_uploads.findByIds(fileIds.filter(id => !named.has(id))).exec()
  const own = [...files.values()].filter(file => file.submission_id === interviewId)
  await db.file_uploads.bulkRemove(own.map(({ id }) => id))
}

/** The ids of the files that an interview or a refusal of it names. */
export const namesOf = ({ files, refusals = [] }: SubmissionDoc): ReadonlySet<string> =>
  new Set([...files.map(({ id }) => id), ...refusals.flatMap(({ file_ids }) => file_ids)])

/** The given files of a submission in the bin that only the bin names. */
export const onlyInBin = async (db: Database, fileIds: readonly string[]) => {
  const files = await db.file_uploads.findByIds([...fileIds]).exec()
  const docs = [...files.values()]
  const named = await namedAmong(
    db,
    docs.map(file => file.toMutableJSON()),
    'but not by the bin',
  )
  return docs.filter(({ id }) => !named.has(id))
}

/** Younger files are skipped because their interview may not be written yet. */
const settledMs = 24 * 60 * 60_000

/** How many files are read at a time. */
const readAtOnce = 500

/** Removes all files that no document names, such as those of an entry whose deletion was cut short by a crash. */
export const collectFiles = async (db: Database, now: number): Promise<void> => {
  for (let skip = 0; ;) {
    const docs = await db.file_uploads
      .find({
        selector: { submission_id: { $gte: '' } },
        index: ['submission_id'],
        skip,
        limit: readAtOnce,
      })
      .exec()
    const settled = docs
      .map(doc => doc.toMutableJSON())
      .filter(({ created_at }) => now - created_at > settledMs)
    const unnamed = await unnamedAmong(db, settled)
    await db.file_uploads.bulkRemove(unnamed)
    if (docs.length < readAtOnce) return
    skip += docs.length - unnamed.length
  }
}

/** The ids of the given files that no document names. */
const unnamedAmong = async (db: Database, files: readonly FileUploadDoc[]): Promise<string[]> => {
  const named = await namedAmong(db, files)
  return files.map(({ id }) => id).filter(id => !named.has(id))
}

/**
 * Those of the given files that a document names: their own interview, an entry of Recovery, or a submission that ended and
 * may return. While an interview is being filled in, all files under its id are its own.
 */
const namedAmong = async (
  db: Database,
  files: readonly FileUploadDoc[],
  by: 'by anything' | 'but not by the bin' = 'by anything',
): Promise<ReadonlySet<string>> => {
  if (files.length === 0) return new Set()
  const owners = [...new Set(files.map(({ submission_id }) => submission_id))]
  const found = await db.submissions.storageInstance.findDocumentsById(owners, false)
  const counted = found.filter(({ state }) => by === 'by anything' || state !== 'binned')
  const worked = new Set(counted.flatMap(({ id, work }) => (work === undefined ? [] : [id])))
  const named = new Set(counted.flatMap(({ files: own }) => own.map(({ id }) => id)))
  for (const file of files) if (worked.has(file.submission_id)) named.add(file.id)
  if (files.every(({ id }) => named.has(id))) return named
  for (const { file_ids } of await readEntries(db)) for (const id of file_ids) named.add(id)
  // An interview that was made of a refused edit has taken over files of such a submission.
  const ended = [
    unsentSubmissions('deleted'),
    ...(by === 'by anything' ? [binnedSubmissions(10_000)] : []),
  ]
  for (const query of ended) {
    for (const doc of await query.build(db.submissions).exec()) {
      for (const { id } of doc.files) named.add(id)
    }
  }
  return named
}
