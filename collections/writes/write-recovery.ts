import type { Database } from '../database.ts'
import { recoveryEntries } from '../queries.ts'

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
  const kept = await namedElsewhere(db, fileIds)
  await db.file_uploads.bulkRemove(fileIds.filter(id => !kept.has(id)))
}

/** The files that a submission, a draft or another entry on this device still shows. */
const namedElsewhere = async (
  db: Database,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const files = [...(await db.file_uploads.findByIds([...fileIds]).exec()).values()]
  const owners = [...new Set(files.map(file => file.submission_id))]
  const submissions = await db.submissions.findByIds(owners).exec()
  const drafts = await db.drafts.findByIds(owners).exec()
  const entries = await recoveryEntries(10_000).build(db.recovery).exec()
  return new Set([
    ...[...submissions.values()].flatMap(submission => submission.files.map(({ id }) => id)),
    ...files.filter(file => drafts.has(file.submission_id)).map(({ id }) => id),
    ...entries.flatMap(entry => entry.file_ids),
  ])
}
