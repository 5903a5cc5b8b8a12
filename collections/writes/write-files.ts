import type { Database } from '../database.ts'
import { fileData, type FileUploadDoc } from '../schemas/file-uploads.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import { spareWrite } from '../one-database/write.ts'

/** Every write of a file while an interview is being filled in, and the reads of its bytes. */

/** Stores a file with its bytes in one write, so that neither exists without the other. */
export const attachFile = async (db: Database, file: FileUploadDoc, bytes: Blob): Promise<void> => {
  await db.file_uploads.insert({
    ...file,
    _attachments: [
      { id: fileData, type: file.file_type || 'application/octet-stream', data: bytes },
    ],
  } as never)
}

/** The bytes of a file as a transaction writes them with its document. */
const bytesAs = async (db: Database, type: string, data: Blob) => ({
  _attachments: {
    [fileData]: { type, length: data.size, digest: await db.hashFunction(data as never), data },
  },
})

/** Stores a photo as it was taken. Nothing is deleted to make room for it, because a smaller one follows. */
export const attachOriginal = (db: Database, photo: FileUploadDoc, bytes: Blob): Promise<void> =>
  transact(async transaction => {
    const whole = { ...photo, ...(await bytesAs(db, photo.file_type, bytes)) }
    await transaction.put(db.file_uploads, whole, spareWrite)
  })

/**
 * Puts a smaller copy in the place of a stored photo, in one write. When the photo was removed meanwhile, or its
 * interview ended, nothing changes.
 */
export const shrinkFile = (
  db: Database,
  { id, submission_id }: FileUploadDoc,
  smaller: Pick<FileUploadDoc, 'file_type' | 'file_size' | 'sha256'>,
  bytes: Blob,
): Promise<void> =>
  transact(async transaction => {
    const draft = await transaction.read(db.drafts, submission_id)
    const file = await transaction.read(db.file_uploads, id)
    // A submission that took the file along may be edited again under the draft's id.
    if (draft === null || file?.submission_id !== draft.id) return
    const shrunk = { ...file, ...smaller, ...(await bytesAs(db, smaller.file_type, bytes)) }
    await transaction.put(db.file_uploads, shrunk)
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
