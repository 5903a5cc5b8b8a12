import type { Database } from '../../../../collections/database.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import { isNoRoom } from '../../../../collections/storage/no-room.ts'
import { attachFile } from '../../../../collections/writes/write-interview.ts'
import type { Env } from '../../../env.ts'
import { imageTargetKb } from '../../../limits.ts'
import { files as words } from '../../../messages/interview/fill.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Compressed } from './compress.ts'
import { limitsOf, limitText } from './file-rules.ts'
import type { Interview } from '../interview/interview-shape.ts'

/** What attaching files needs. */
export interface AttachParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'uuid'>
  readonly compress: (file: File, targetKb: number) => Promise<Compressed>
}

/** The outcome of attaching picked files. */
export interface Attached {
  /** What the surveyor must know about them, in words. */
  readonly said: readonly string[]
  /** Files that the device had no room for; they can be tried again later. */
  readonly unstored: readonly File[]
}

/**
 * Attaches picked files to the interview, each with its bytes in one write as soon as it is ready. Empty and too large
 * files are left out, and a field for one file keeps the last (5.17). A failure of a file never affects the answers.
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
  // One after another, because a small phone has no room for several decoded photos.
  for (const file of field.multiple ? fitting : fitting.slice(-1)) {
    const outcome = await attachOne(parts, interview, field, file)
    if (outcome === 'no room') unstored.push(file)
    else if (outcome !== null) said.push(outcome)
  }
  return { said: [...said, ...unstored.map(({ name }) => words.noRoom(name))], unstored }
}

/** Why a file is refused; null when it is accepted. */
const refusalOf = (field: CompiledField, { name, size }: File): string | null => {
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
  try {
    return await attachAs(parts, interview, field, file, field.maxKb)
  } catch (error) {
    if (!isNoRoom(error)) {
      return isUnreadable(error) ? words.unreadable(file.name) : words.notStored(file.name)
    }
  }
  if (!limitsOf(field).arePhotos || field.maxKb <= imageTargetKb) return 'no room'
  try {
    return (
      (await attachAs(parts, interview, field, file, imageTargetKb)) ?? words.madeSmaller(file.name)
    )
  } catch {
    return 'no room'
  }
}

const attachAs = async (
  parts: AttachParts,
  interview: Interview,
  field: CompiledField,
  file: File,
  targetKb: number,
): Promise<string | null> => {
  const { bytes, problem } = limitsOf(field).arePhotos
    ? await parts.compress(file, targetKb)
    : { bytes: file, problem: null }
  const draft = await interview.writer.begin()
  const doc = await describe(parts, draft.id, field, file, bytes)
  const replaced = field.multiple ? [] : await filesOfField(interview, field)
  interview.markDirty(field)
  await attachFile(parts.db, doc, bytes)
  // The old file goes last, so that there is always a photo.
  for (const old of replaced) await interview.removeFile(field, old)
  return problem
}

const filesOfField = async (interview: Interview, field: CompiledField) =>
  (await interview.readFiles()).filter(
    file => file.field_id === field.fieldId && file.occurrence === field.occurrence,
  )

/** The picked file has moved, or is in a cloud that does not deliver it. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)

const describe = async (
  { env }: AttachParts,
  draftId: string,
  field: CompiledField,
  file: File,
  bytes: Blob,
): Promise<FileUploadDoc> => ({
  id: env.uuid(),
  submission_id: draftId,
  field_id: field.fieldId,
  field_name: field.name,
  field_type: field.type,
  occurrence: field.occurrence,
  file_name: file.name,
  file_type: bytes.type || file.type,
  file_size: bytes.size,
  sha256: await sha256Of(bytes),
  sync_status: 'pending',
  created_at: env.clock.now(),
  synced_at: 0,
})

/** Lower-case hex. */
const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
