import type { Database } from '../database.ts'
import { submissionOfEdit } from '../ids.ts'
import { readEntries } from '../recovery-entries.ts'
import type { FileUploadDoc } from '../schemas/file-uploads.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { binnedSubmissions, knownSubmissions, unfinishedInterviews } from '../queries.ts'

/** Finds the files that documents on this device still name, and removes the others. */

/** Removes those of the given files that no submission, draft or entry of Recovery names. */
export const removeUnnamedFiles = async (
  db: Database,
  fileIds: readonly string[],
): Promise<void> => {
  if (fileIds.length === 0) return
  const files = await db.file_uploads.findByIds([...fileIds]).exec()
  const docs = [...files.values()].map(file => file.toMutableJSON())
  await db.file_uploads.bulkRemove(await unnamedAmong(db, docs))
}

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

/**
 * The ids of the given files that no document names. They are looked for twice, because an interview may move from one
 * collection to another while the collections are read one after the other.
 */
const unnamedAmong = async (db: Database, files: readonly FileUploadDoc[]): Promise<string[]> => {
  const once = await namedAmong(db, files)
  const left = files.map(({ id }) => id).filter(id => !once.has(id))
  if (left.length === 0) return left
  const now = await db.file_uploads.findByIds(left).exec()
  const again = await namedAmong(
    db,
    [...now.values()].map(file => file.toMutableJSON()),
  )
  return [...now.keys()].filter(id => !again.has(id))
}

/**
 * Those of the given files that a document names. Reads all documents only when a file's own interview does not
 * name it.
 */
const namedAmong = async (
  db: Database,
  files: readonly FileUploadDoc[],
  by: 'by anything' | 'but not by the bin' = 'by anything',
): Promise<ReadonlySet<string>> => {
  if (files.length === 0) return new Set()
  const owners = [...new Set(files.flatMap(ownersOf))]
  const submissions = await db.submissions.storageInstance.findDocumentsById(owners, false)
  const isCounted = ({ state }: SubmissionDoc) => by === 'by anything' || state !== 'binned'
  const named = new Set(
    submissions.filter(isCounted).flatMap(({ files: own }) => own.map(({ id }) => id)),
  )
  const areNamed = () => files.every(({ id }) => named.has(id))
  const drafts = await unfinishedInterviews(undefined, 10_000).build(db.drafts).exec()
  const draftIds = new Set(drafts.map(({ id }) => id))
  for (const file of files) if (draftIds.has(file.submission_id)) named.add(file.id)
  if (areNamed()) return named
  for (const { file_ids } of await readEntries(db)) for (const id of file_ids) named.add(id)
  if (areNamed()) return named
  const others = [
    ...(await knownSubmissions.build(db.submissions).exec()),
    ...(by === 'by anything' ? await binnedSubmissions(10_000).build(db.submissions).exec() : []),
  ]
  return new Set([...named, ...others.flatMap(({ files: own }) => own.map(({ id }) => id))])
}

/** The interviews that a file may belong to: a file added by an edit has the id of the edit's draft. */
const ownersOf = ({ submission_id }: FileUploadDoc): readonly string[] => [
  submissionOfEdit(submission_id) ?? submission_id,
]
