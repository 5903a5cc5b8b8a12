import * as v from 'valibot'
import type { DraftDoc } from '../../collections/schemas/drafts.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { isRecord } from './check-record.ts'

/** The first record of a backup: whose work it is. */
export const BackupHead = v.object({
  type: v.literal('head'),
  /** ISO 8601 UTC. */
  made_at: v.string(),
  app_version: v.string(),
  /** The version of the documents (collections/schemas/schema.ts). */
  schema: v.number(),
  user: v.object({ id: v.string(), name: v.string() }),
  api_url: v.string(),
})
/** The first record of a backup: whose it is, and when it was made. */
export type BackupHead = v.InferOutput<typeof BackupHead>

/**
 * What a backup holds, one record to a piece; documents are as they are stored. WARNING: persisted outside
 * the app. The bytes of a file follow its records, in as many pieces as they need.
 */
export type BackupRecord =
  | BackupHead
  | { readonly type: 'form'; readonly doc: FormDoc }
  /** The fields of one version of a form. */
  | { readonly type: 'fields'; readonly docs: readonly FormQuestionDoc[] }
  | {
      readonly type: 'draft'
      readonly doc: DraftDoc
      readonly answers: readonly FormResponseDoc[]
      /** The server's id of the submission it edits; '' when there is none. */
      readonly server_id: string
    }
  | {
      readonly type: 'submission'
      readonly doc: SubmissionDoc
      /** Its outbox items: what is frozen must be sent as it is, from whichever device. */
      readonly items: readonly OutboxDoc[]
    }
  | { readonly type: 'recovery'; readonly doc: RecoveryDoc }
  /** The surveyor's edits of their own profile, oldest first. */
  | { readonly type: 'profile'; readonly edits: readonly Operations[] }
  | {
      readonly type: 'file'
      readonly doc: FileUploadDoc
      /** From 0; a file whose bytes could not be read has none. */
      readonly part: number
      readonly parts: number
    }
  | { readonly type: 'end' }

/** A record and the bytes that came with it. */
export interface Piece {
  readonly record: BackupRecord
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A piece as it is sealed: length of the JSON (4) | JSON | bytes. */
export const pieceToBytes = ({ record, bytes }: Piece): Uint8Array<ArrayBuffer> => {
  const json = new TextEncoder().encode(JSON.stringify(record))
  const plain = new Uint8Array(4 + json.length + bytes.length)
  new DataView(plain.buffer).setUint32(0, json.length)
  plain.set(json, 4)
  plain.set(bytes, 4 + json.length)
  return plain
}

/** Reads an opened piece; null when it is not one. */
export const bytesToPiece = (plain: Uint8Array<ArrayBuffer>): Piece | null => {
  if (plain.length < 4) return null
  const end = 4 + new DataView(plain.buffer, plain.byteOffset).getUint32(0)
  if (end > plain.length) return null
  try {
    const record: unknown = JSON.parse(new TextDecoder().decode(plain.subarray(4, end)))
    return isRecord(record) ? { record, bytes: plain.slice(end) } : null
  } catch {
    return null
  }
}
