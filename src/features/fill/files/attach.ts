import type { Database } from '../../../../collections/database.ts'
import { isNoRoom } from '../../../../collections/storage/no-room.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import {
  attachFile,
  attachIfRoom,
  removeFile,
  sha256Of,
  shrinkFile,
} from '../../../../collections/writes/write-files.ts'
import type { Env } from '../../../env.ts'
import { imageTargetKb } from '../../../limits.ts'
import { files as words } from '../../../messages/interview/fill.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { isLarge, type Compressed } from './compress.ts'
import { describeFile } from './describe-file.ts'
import { addLateFiles } from './late-files.ts'
import { limitsOf, limitText } from './file-rules.ts'
import type { Interview } from '../interview/interview-shape.ts'

interface AttachParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'uuid'>
  readonly compress: (file: File, targetKb: number, maxPixels?: number) => Promise<Compressed>
}

/** The outcome of attaching picked files. */
interface Attached {
  /** The messages for the surveyor about them. */
  readonly said: readonly string[]
  /** Files that the device had no room for; they can be tried again later. */
  readonly unstored: readonly File[]
}

/**
 * Attaches picked files to the interview. Each is stored as soon as it is ready, in one write with its bytes. Empty and
 * too large files are left out, and a field for one file keeps the last (5.17). A failed file never affects the
 * answers.
 */
export const attachFiles = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  picked: readonly File[],
): Promise<Attached> => {
  const fitting = picked.filter(file => refusalOf(field, file) === null)
  const said = picked.flatMap(file => refusalOf(field, file) ?? [])
  const unstored: File[] = []
  // One after another, because a small phone does not have the memory for several decoded photos.
  for (const file of field.multiple ? fitting : fitting.slice(-1)) {
    const outcome = await attachOne(parts, interview, field, file)
    if (outcome === 'no room') unstored.push(file)
    else if (outcome !== null) said.push(outcome)
  }
  return { said: [...said, ...unstored.map(({ name }) => words.noRoom(name))], unstored }
}

/** Why a file is refused; null when it is accepted. */
const refusalOf = (field: CompiledField, file: File): string | null => {
  // A browser's extension or an embedding app may hand over anything.
  if (!(file instanceof Blob)) return words.notABlob
  const { name, size } = file
  if (size === 0) return words.empty(name)
  return size > limitsOf(field).maxBytes ? words.tooLarge(name, limitText(field)) : null
}

/** Attaches one file; a photo without room is tried once more at the smallest size. */
const attachOne = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  file: File,
): Promise<string | 'no room' | null> => {
  const { arePhotos } = limitsOf(field)
  try {
    if (!arePhotos) return (await store(parts, interview, field, file, file)).said
    return await attachPhoto(parts, interview, field, file)
  } catch (error) {
    if (!isNoRoom(error)) {
      return isUnreadable(error) ? words.unreadable(file.name) : words.notStored(file.name)
    }
  }
  if (!arePhotos || field.maxKb <= imageTargetKb) return 'no room'
  try {
    const said = await attachSmaller(parts, interview, field, file, imageTargetKb)
    return said ?? words.madeSmaller(file.name)
  } catch {
    return 'no room'
  }
}

/**
 * Attaches a photo. It is stored as it was taken before it is made smaller, because the browser may end the app while it
 * decodes a large one, and what was photographed may be gone. Only when there is no room for that, it is first made
 * smaller.
 */
const attachPhoto = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  file: File,
): Promise<string | null> => {
  const original = isLarge(file.size, field.maxKb)
    ? await store(parts, interview, field, file, file, attachIfRoom).catch((error: unknown) => {
        if (isNoRoom(error)) return null
        throw error
      })
    : null
  if (original === null) return attachSmaller(parts, interview, field, file, field.maxKb)
  if (original.stored === null) return null
  try {
    const { bytes, problem } = await parts.compress(
      file,
      field.maxKb,
      field.parameters['max-pixels'],
    )
    if (bytes !== file) await shrink(parts.db, original.stored, bytes)
    return problem ?? original.said
  } catch {
    return words.keptAsIs(file.name)
  }
}

/** Makes a photo smaller first, and then stores it. */
const attachSmaller = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  file: File,
  targetKb: number,
): Promise<string | null> => {
  const { bytes, problem } = await parts.compress(file, targetKb, field.parameters['max-pixels'])
  const { said } = await store(parts, interview, field, file, bytes)
  return problem ?? said
}

const shrink = async (db: Database, stored: FileUploadDoc, bytes: Blob): Promise<void> => {
  const sha256 = await sha256Of(bytes)
  const smaller = { file_type: bytes.type || stored.file_type, file_size: bytes.size, sha256 }
  await shrinkFile(db, stored, smaller, bytes)
}

/** What became of the bytes of a picked file. */
interface Stored {
  /** Null when the interview, or what was changed in it, was discarded meanwhile. */
  readonly stored: FileUploadDoc | null
  /** The message for the surveyor. */
  readonly said: string | null
}

const store = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  file: File,
  bytes: Blob,
  attach = attachFile,
): Promise<Stored> => {
  const nothing: Stored = { stored: null, said: null }
  const isDiscarded = () => interview.leaving() === 'discarded'
  if (isDiscarded()) return nothing
  const draft = await interview.writer.begin()
  const named = { id: parts.env.uuid(), draftId: draft.id, name: file.name }
  const doc = await describeFile(parts.env, named, field, bytes)
  const replaced = field.multiple ? [] : await filesOfField(interview, field)
  // A photo that is fetched from a cloud takes long to read.
  if (isDiscarded()) return nothing
  interview.markDirty(field)
  const stored = { ...doc, file_type: bytes.type || file.type }
  await attach(parts.db, stored, bytes)
  if (isDiscarded()) {
    await removeFile(parts.db, stored.id)
    return nothing
  }
  if (await addLateFiles(parts, interview, draft, [stored])) return { stored, said: null }
  // The old file is removed last, so that there is always a photo. The new one is stored, even if that fails.
  const stayed: string[] = []
  for (const old of replaced) {
    await interview.removeFile(field, old).catch(() => stayed.push(words.notRemoved(old.file_name)))
  }
  return { stored, said: stayed[0] ?? null }
}

/** The stored files of a field. */
export const filesOfField = async (interview: Interview, field: CompiledField) =>
  (await interview.readFiles()).filter(
    file => file.field_id === field.fieldId && file.occurrence === field.occurrence,
  )

/** Whether the picked file has moved, or is in a cloud that does not deliver it. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)
