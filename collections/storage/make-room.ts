import { attachmentObjectId, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import type { Database } from '../database.ts'
import { fileData } from '../schemas/file-uploads.ts'
import { filesWithStatus } from '../queries.ts'

/**
 * Gives up the bytes of files that the server has, the longest sent first, until so many bytes are free.
 * Their documents stay, and the server gives them again when they are looked at. Files that were not sent
 * are never touched. Gives back how many bytes that was; 0 when there was nothing to give up.
 */
export const evictSentFiles = async (db: Database, wantedBytes: number): Promise<number> => {
  const sent = await filesWithStatus('synced').build(db.file_uploads).exec()
  const internals = (db.file_uploads.storageInstance as unknown as Storage).internals
  const { dexieAttachmentsTable: bytes } = await internals
  let freed = 0
  for (const file of sent) {
    if (freed >= wantedBytes) break
    if (file.getAttachment(fileData) === null) continue
    // Only deleting works on a full device, and so the bytes go before the document says so.
    await bytes.delete(attachmentObjectId(file.id, fileData))
    freed += file.file_size
  }
  // As far as there is room for it now: a document that still names its bytes does no harm.
  if (freed > 0) await forgetEvicted(db).catch(() => {})
  return freed
}

type Storage = Pick<RxStorageInstanceDexie<unknown>, 'internals'>

/** Lets the documents say that their bytes are no longer here. */
const forgetEvicted = async (db: Database): Promise<void> => {
  const internals = (db.file_uploads.storageInstance as unknown as Storage).internals
  const { dexieAttachmentsTable: bytes } = await internals
  for (const file of await filesWithStatus('synced').build(db.file_uploads).exec()) {
    const attachment = file.getAttachment(fileData)
    if (attachment === null) continue
    const isHere = (await bytes.get(attachmentObjectId(file.id, fileData))) !== undefined
    if (!isHere) await attachment.remove()
  }
}
