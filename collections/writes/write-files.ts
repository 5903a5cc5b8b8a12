import type { Database } from '../database.ts'
import { fileData, type FileUploadDoc } from '../schemas/file-uploads.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { optionalWrite } from '../one-database/write.ts'

/** Every write of a file while an interview is being filled in, and the reads of its bytes. */

/** The type of a file's bytes; a browser gives a file that it does not know none. */
const typeOf = ({ file_type }: Pick<FileUploadDoc, 'file_type'>): string =>
  file_type || 'application/octet-stream'

/** The SHA-256 of bytes, in lower-case hex. */
export const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Stores a file with its bytes in one write, so that neither exists without the other. */
export const attachFile = async (db: Database, file: FileUploadDoc, bytes: Blob): Promise<void> => {
  await db.file_uploads.insert({
    ...file,
    _attachments: [{ id: fileData, type: typeOf(file), data: bytes }],
  } as never)
}

/** A file's record of its bytes. */
type BytesRecord = Pick<FileUploadDoc, 'file_type' | 'file_size' | 'sha256'>

/** The bytes of a file as a transaction writes them with its document. RxDB's digest is their SHA-256, too. */
const withBytes = (record: BytesRecord, data: Blob) => ({
  _attachments: {
    [fileData]: { type: typeOf(record), length: data.size, digest: record.sha256, data },
  },
})

/**
 * Stores a file that is also elsewhere: a photo as it was taken, which a smaller one follows, or one that the server has.
 * Nothing is deleted to make room for it.
 */
export const attachIfRoom = (db: Database, file: FileUploadDoc, bytes: Blob): Promise<void> =>
  transact(async transaction => {
    await transaction.put(db.file_uploads, { ...file, ...withBytes(file, bytes) }, optionalWrite)
  })

/**
 * Puts a smaller copy in the place of a stored photo, in one write. When the photo was removed meanwhile, or its
 * interview ended, nothing changes.
 */
export const shrinkFile = (
  db: Database,
  { id, submission_id }: FileUploadDoc,
  smaller: BytesRecord,
  bytes: Blob,
): Promise<void> =>
  transact(async transaction => {
    const interview = await transaction.read(db.submissions, submission_id)
    const file = await transaction.read(db.file_uploads, id)
    // A submission that took the file along may be edited again.
    const isTaken = interview?.files.some(named => named.id === id) !== false
    if (interview?.work === undefined || isTaken || file === null) return
    await transaction.put(db.file_uploads, { ...file, ...smaller, ...withBytes(smaller, bytes) })
  })

/** Removes a file from an unfinished interview. */
export const removeFile = async (db: Database, fileId: string): Promise<void> => {
  const file = await db.file_uploads.findOne(fileId).exec()
  await file?.incrementalRemove()
}

/** Whether the device still has a file's bytes. */
export const hasBytes = async (
  transaction: Transaction,
  db: Database,
  fileId: string,
): Promise<boolean> => {
  const file = await transaction.stored(db.file_uploads, fileId)
  return file !== null && !file._deleted && fileData in file._attachments
}

/** The names of errors at bytes that the browser has lost or cannot read, and at bytes of another key. */
const unreadable: ReadonlySet<string> = new Set(['NotFoundError', 'NotReadableError', 'SealBroken'])

/** Whether bytes cannot be read. Only a 'NotFoundError' is for ever: others may come from a lack of memory. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && unreadable.has(error.name)

/** A file's bytes; null when the device no longer has them, also when the browser has lost them. */
export const fileBytes = async (db: Database, fileId: string): Promise<Blob | null> => {
  const file = await db.file_uploads.findOne(fileId).exec()
  const attachment = file?.getAttachment(fileData) ?? null
  if (attachment === null) return null
  return attachment.getData().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotFoundError') return null
    throw error
  })
}
