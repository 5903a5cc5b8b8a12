import type { Database } from '../database.ts'
import { removeUnnamedFiles } from './file-owners.ts'

/**
 * Deletes a Recovery entry and the files that nothing else names, after the surveyor confirmed twice. Nothing else
 * ever deletes from Recovery (decisions 3).
 */
export const deleteRecoveryEntry = async (db: Database, entryId: string): Promise<void> => {
  const entry = await db.recovery.findOne(entryId).exec()
  if (entry === null) return
  const fileIds = [...entry.file_ids]
  // The entry is removed first because an entry without its files would be wrong, while files without an entry are
  // collected later.
  await entry.incrementalRemove()
  await removeUnnamedFiles(db, fileIds)
}
