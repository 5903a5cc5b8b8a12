import { sha256Of } from '../../../../collections/writes/write-files.ts'
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
