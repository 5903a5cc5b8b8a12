import type { RxJsonSchema } from 'rxdb'
import { as, count, freeText, idText, schemaVersion, text, timeMs, type DocOf } from './schema.ts'

/** WARNING: persisted. recovery: the server refused the file, and the surveyor decides. */
export type FileStatus = 'pending' | 'synced' | 'recovery'

/** The name of the attachment that holds a file's bytes (the spec's `file_data`). WARNING: persisted. */
export const fileData = 'data'

const fields = {
  id: text(64),
  /** The interview's id. */
  submission_id: idText,
  field_id: idText,
  field_name: freeText,
  /** The type of its field, such as IMAGE or AUDIO. */
  field_type: as<string>({ type: 'string', default: 'FILE' }),
  occurrence: count,
  file_name: freeText,
  /** The MIME type as the browser gave it; never trusted for display. */
  file_type: freeText,
  /** Bytes. */
  file_size: count,
  sha256: freeText,
  sync_status: as<FileStatus>(text(10)),
  /** Epoch ms. */
  created_at: timeMs,
  /** Epoch ms; 0 until the server has it. */
  synced_at: timeMs,
}

/** A photo or file of an interview. It is inserted together with its bytes in one write, and never moved. */
export type FileUploadDoc = DocOf<typeof fields>

/** How files are stored, with their bytes as attachments; found by interview and by state. */
export const fileUploadsSchema: RxJsonSchema<FileUploadDoc> = {
  title: 'file_uploads',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'submission_id', 'field_id', 'file_name', 'sync_status', 'created_at'],
  indexes: ['submission_id', ['sync_status', 'created_at']],
  attachments: {},
}
