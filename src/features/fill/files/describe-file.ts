import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { Env } from '../../../env.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'

/** The record of a file of a question, as it is stored with its bytes. */
export const describeFile = async (
  { clock }: Pick<Env, 'clock'>,
  { id, draftId, name }: { readonly id: string; readonly draftId: string; readonly name: string },
  field: CompiledField,
  bytes: Blob,
): Promise<FileUploadDoc> => ({
  id,
  submission_id: draftId,
  field_id: field.fieldId,
  field_name: field.name,
  field_type: field.type,
  occurrence: field.occurrence,
  file_name: name,
  file_type: bytes.type,
  file_size: bytes.size,
  sha256: await sha256Of(bytes),
  sync_status: 'pending',
  created_at: clock.now(),
  synced_at: 0,
})

/** Lower-case hex. */
export const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
