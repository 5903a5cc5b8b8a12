import { storedBytes } from '../one-database/bytes.ts'
import type { Database } from '../database.ts'
import { readEntries } from '../recovery-entries.ts'
import { fileData } from '../schemas/file-uploads.ts'
import { binnedSubmissions, filesWithStatus } from '../queries.ts'
import { onlyInBin } from './file-owners.ts'
import { deleteFromBin, holdsUnsent } from './write-bin.ts'

/**
 * Frees the given number of bytes: first what is in the bin and holds nothing unsent, oldest first, then the bytes of
 * files that the server has, oldest first. The documents of those files stay, and a look at one shows it from the server.
 * Unsent files are never touched, wherever their interview is, and neither are files that Recovery names, or what stays in
 * the bin. Returns the number of bytes freed; 0 when there was nothing to free.
 */
export const freeBytes = async (db: Database, wantedBytes: number): Promise<number> => {
  const fromBin = await evictBin(db, wantedBytes)
  return fromBin + (fromBin < wantedBytes ? await evictSentFiles(db, wantedBytes - fromBin) : 0)
}

/** On a full device only deleting works, so the bytes of an entry's files are deleted before the entry. */
const evictBin = async (db: Database, wantedBytes: number): Promise<number> => {
  const entries = await binnedSubmissions(10_000).build(db.submissions).exec()
  const bytes = storedBytes(db.file_uploads)
  let freed = 0
  for (const entry of [...entries].reverse()) {
    if (freed >= wantedBytes) break
    if (await holdsUnsent(db, entry)) continue
    const own = await onlyInBin(
      db,
      entry.files.map(({ id }) => id),
    )
    for (const file of own) {
      if (file.getAttachment(fileData) === null) continue
      await bytes.remove(file.id, fileData)
      freed += file.file_size
    }
    // When there is no room to delete the entry, it stays and is restored without its files.
    await deleteFromBin(db, entry.id).catch(() => {})
  }
  return freed
}

const evictSentFiles = async (db: Database, wantedBytes: number): Promise<number> => {
  const sent = await filesWithStatus('synced').build(db.file_uploads).exec()
  const recovered = await readEntries(db)
  const binned = await binnedSubmissions(10_000).build(db.submissions).exec()
  // The server may have deleted their row, so that these bytes may be the last.
  const named = new Set([
    ...recovered.flatMap(entry => entry.file_ids),
    ...binned.flatMap(({ files }) => files.map(({ id }) => id)),
  ])
  const bytes = storedBytes(db.file_uploads)
  let freed = 0
  for (const file of sent) {
    if (freed >= wantedBytes) break
    if (named.has(file.id) || file.getAttachment(fileData) === null) continue
    // On a full device only deleting works, so the bytes are deleted before the document is updated.
    await bytes.remove(file.id, fileData)
    freed += file.file_size
  }
  // Updated as far as there is room now. A document that still names deleted bytes does no harm.
  if (freed > 0) await forgetEvicted(db).catch(() => {})
  return freed
}

/** Removes the deleted bytes from their documents. */
const forgetEvicted = async (db: Database): Promise<void> => {
  const bytes = storedBytes(db.file_uploads)
  for (const file of await filesWithStatus('synced').build(db.file_uploads).exec()) {
    const attachment = file.getAttachment(fileData)
    if (attachment === null) continue
    if (!(await bytes.has(file.id, fileData))) await attachment.remove()
  }
}
