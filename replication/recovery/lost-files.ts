import type { Database } from '../../collections/database.ts'
import { filesOf } from '../../collections/queries.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import { payloadOf, type RecoveryEntry } from '../../collections/interview/refusals.ts'
import { countFiles } from '../bin/restore-from-bin.ts'

/** How many files of an entry's submission are missing in the draft that the entry became: they had left this device. */
export const lostFilesOf = async (
  db: Database,
  entry: Pick<RecoveryEntry, 'payload'>,
  draftId: string,
): Promise<number> => {
  const { submission } = payloadOf(entry)
  if (submission === null) return 0
  const files = await filesOf(draftId).build(db.file_uploads).exec()
  const here = files.filter(file => file.getAttachment(fileData) !== null)
  return Math.max(0, countFiles(submission) - here.length)
}
