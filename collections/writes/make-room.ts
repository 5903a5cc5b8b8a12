import { attachmentObjectId, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import type { Database } from '../database.ts'
import { fileData } from '../schemas/file-uploads.ts'
import { binEntries, filesWithStatus } from '../queries.ts'
import { onlyInBin } from './file-owners.ts'
import { deleteFromBin } from './write-bin.ts'

/**
 * Makes room until so many bytes are free: first the bin, the oldest entry first, then the bytes of files that
 * the server has, the longest sent first. The documents of those stay, and the server gives their bytes again
 * when they are looked at. Files of living work that were not sent are never touched.
 * Returns how many bytes that was; 0 when there was nothing to give up.
 */
export const freeBytes = async (db: Database, wantedBytes: number): Promise<number> => {
  const fromBin = await evictBin(db, wantedBytes)
  return fromBin + (fromBin < wantedBytes ? await evictSentFiles(db, wantedBytes - fromBin) : 0)
}

/** Only deleting works on a full device, and so the bytes of an entry's files go before the entry does. */
const evictBin = async (db: Database, wantedBytes: number): Promise<number> => {
  const entries = await binEntries(10_000).build(db.bin).exec()
  const internals = (db.file_uploads.storageInstance as unknown as Storage).internals
  const { dexieAttachmentsTable: bytes } = await internals
  let freed = 0
  for (const entry of entries.toReversed()) {
    if (freed >= wantedBytes) break
    const own = await onlyInBin(db, entry.file_ids)
    for (const file of own) {
      if (file.getAttachment(fileData) === null) continue
      await bytes.delete(attachmentObjectId(file.id, fileData))
      freed += file.file_size
    }
    // Without room for it the entry stays, and is restored without its files.
    await deleteFromBin(db, entry.id).catch(() => {})
  }
  return freed
}

const evictSentFiles = async (db: Database, wantedBytes: number): Promise<number> => {
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
