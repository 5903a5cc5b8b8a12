import type { Database } from './database.ts'

/**
 * Deletes a Recovery entry and the files that nothing else names, because the surveyor said so twice.
 * Nothing else ever deletes from Recovery (decisions 3).
 */
export const deleteRecoveryEntry = async (db: Database, entryId: string): Promise<void> => {
  const entry = await db.recovery.findOne(entryId).exec()
  if (entry === null) return
  const fileIds = [...entry.file_ids]
  // The entry goes first: files without one are collected later, an entry without files would lie.
  await entry.incrementalRemove()
  const submissions = await namedBySubmissions(db, fileIds)
  await db.file_uploads.bulkRemove(fileIds.filter(id => !submissions.has(id)))
}

/** The files that a submission on this device still shows. */
const namedBySubmissions = async (
  db: Database,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const files = await db.file_uploads.findByIds([...fileIds]).exec()
  const ids = [...new Set([...files.values()].map(file => file.submission_id))]
  const submissions = await db.submissions.findByIds(ids).exec()
  return new Set(
    [...submissions.values()].flatMap(submission => submission.files.map(({ id }) => id)),
  )
}
