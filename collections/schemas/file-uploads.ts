import type { RxJsonSchema } from 'rxdb'
import { count, freeText, idText, schemaVersion, text, timeMs } from './schema.ts'

/** WARNING: persisted. recovery: the server refused the file, and the surveyor decides. */
export type FileStatus = 'pending' | 'synced' | 'recovery'

/** The name of the attachment that holds a file's bytes (the spec's `file_data`). WARNING: persisted. */
export const fileData = 'data'

/** A photo or file of an interview. It is inserted together with its bytes in one write, and never moved. */
export interface FileUploadDoc {
  id: string
  /** The interview's id. */
  submission_id: string
  field_id: string
  field_name: string
  /** The type of its field, such as IMAGE or AUDIO. */
  field_type: string
  occurrence: number
  file_name: string
  /** The MIME type as the browser gave it; never trusted for display. */
  file_type: string
  /** Bytes. */
  file_size: number
  sha256: string
  sync_status: FileStatus
  /** Epoch ms. */
  created_at: number
  /** Epoch ms; 0 until the server has it. */
  synced_at: number
}

/** How files are stored, with their bytes as attachments; found by interview and by state. */
export const fileUploadsSchema: RxJsonSchema<FileUploadDoc> = {
  title: 'file_uploads',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(64),
    submission_id: idText,
    field_id: idText,
    field_name: freeText,
    field_type: { type: 'string', default: 'FILE' },
    occurrence: count,
    file_name: freeText,
    file_type: freeText,
    file_size: count,
    sha256: freeText,
    sync_status: text(10),
    created_at: timeMs,
    synced_at: timeMs,
  },
  required: ['id', 'submission_id', 'field_id', 'file_name', 'sync_status', 'created_at'],
  indexes: ['submission_id', ['sync_status', 'created_at']],
  attachments: {},
}
