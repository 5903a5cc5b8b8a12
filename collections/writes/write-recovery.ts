import type { Database } from '../database.ts'
import { editDraftId } from '../ids.ts'
import { transact } from '../one-database/transaction.ts'
import { planOwn } from './detach-edit.ts'
import { removeUnnamedFiles } from './file-owners.ts'

/**
 * Deletes a Recovery entry and the files that nothing else names, after the surveyor confirmed twice. Nothing else
 * ever deletes from Recovery (decisions 3). An edit that was open when its interview was refused becomes an interview of
 * its own.
 */
export const deleteRecoveryEntry = async (
  db: Database,
  entryId: string,
  now: number,
): Promise<void> => {
  const fileIds = await transact(async transaction => {
    const entry = await transaction.read(db.recovery, entryId)
    if (entry === null) return []
    await transaction.remove(db.recovery, entryId)
    if (entry.kind === 'create') await planOwn(transaction, db, editDraftId(entryId), now)
    return entry.file_ids
  })
  // The files are removed after the entry, because an entry without its files would be wrong, while files without an
  // entry are collected later.
  await removeUnnamedFiles(db, fileIds)
}
