import type { Database } from '../../../../collections/database.ts'
import { filesOf } from '../../../../collections/queries.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import {
  attachFile,
  fileBytes,
  isUnreadable,
  removeFile,
  sha256Of,
} from '../../../../collections/writes/write-files.ts'
import type { Env } from '../../../env.ts'

/**
 * A recording is stored in parts while it is made, each a file of the question, and is joined to one file at its end.
 * Parts that a crash left are joined when their interview is opened. WARNING: the ids are persisted.
 */

const partPattern = /^(.+)\.part-(\d+)$/

/** The id of a part of a recording, counted from 0. */
export const partId = (recordingId: string, number: number): string =>
  `${recordingId}.part-${number}`

const recordingOf = (fileId: string): string | null => partPattern.exec(fileId)?.[1] ?? null

const numberOf = (fileId: string): number => Number(partPattern.exec(fileId)?.[2] ?? 0)

/** Whether a file is a part of a recording that is not joined yet. */
export const isRecordingPart = ({ id }: Pick<FileUploadDoc, 'id'>): boolean =>
  recordingOf(id) !== null

/** The name of the lock that is held while a recording is in progress. */
export const markOf = (recordingId: string): string => `recording ${recordingId}`

const partsOf = async (db: Database, draftId: string): Promise<readonly FileUploadDoc[]> => {
  const files = await filesOf(draftId).build(db.file_uploads).exec()
  return files
    .map(file => file.toMutableJSON())
    .filter(isRecordingPart)
    .sort((a, b) => numberOf(a.id) - numberOf(b.id))
}

/**
 * Joins the parts of a recording that can be read to one file. After a crash in the middle of it, it can be repeated.
 */
export const joinRecording = async (
  db: Database,
  draftId: string,
  recordingId: string,
): Promise<void> => {
  const parts = (await partsOf(db, draftId)).filter(({ id }) => recordingOf(id) === recordingId)
  const [first] = parts
  if (first === undefined) return
  const isJoined = (await db.file_uploads.findOne(recordingId).exec()) !== null
  if (!isJoined) {
    const stored = await Promise.all(parts.map(({ id }) => fileBytes(db, id)))
    const bytes = new Blob(
      stored.filter(part => part !== null),
      { type: first.file_type },
    )
    const file = { ...first, id: recordingId, file_size: bytes.size, sha256: await sha256Of(bytes) }
    // The browser may have lost all parts, and an empty file would count as an answer.
    if (bytes.size > 0) await attachFile(db, file, bytes)
  }
  // The parts are removed last, so that there is always a recording.
  for (const { id } of parts) await removeFile(db, id)
}

/**
 * Joins the recordings of an interview that a crash interrupted. A recording that another tab is making stays as it is,
 * and so does one that cannot be read now.
 */
export const joinLeftRecordings = async (
  db: Database,
  { liveness }: Pick<Env, 'liveness'>,
  draftId: string,
): Promise<void> => {
  const left = new Set((await partsOf(db, draftId)).map(({ id }) => recordingOf(id) ?? ''))
  for (const recordingId of left) {
    if (await liveness.isHeld(markOf(recordingId))) continue
    await joinRecording(db, draftId, recordingId).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error
    })
  }
}
