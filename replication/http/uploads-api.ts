import type { Client } from './client.ts'
import type { Failure, Reply } from './failure.ts'
import { syncTimeoutMs, uploadTimeoutMs } from '../limits.ts'
import { err, ok, type Result } from './result.ts'
import { Identified } from '../wire/answers.ts'
import { headers } from '../wire/calls.ts'
import { findObject } from '../wire/envelope.ts'
import { parseWith } from '../wire/form/values.ts'
import { pieceType, tusHeaders, tusVersion, writeMetadata } from '../wire/uploads.ts'

/** A file that is sent in pieces. */
export interface NewUpload {
  readonly submissionId: string
  readonly fieldId: string
  readonly fieldType: string
  readonly occurrence: number
  readonly name: string
  readonly sizeBytes: number
  /** In hex; '' when it is not known. */
  readonly sha256: string
  readonly key: string
}

/** An upload on the server, and how many bytes it has of it. */
interface Created {
  readonly id: string
  readonly offset: number
}

const lacking: Failure = { kind: 'malformed', status: 200, foreign: false }
const version = { [tusHeaders.version]: tusVersion }

/** How many bytes the server has, by an answer; null when it does not say it. */
const offsetIn = ({ header }: Reply): number | null => {
  const offset = header(tusHeaders.offset)
  return offset !== null && /^\d+$/.test(offset) ? Number(offset) : null
}

const readOffset = async (
  request: ReturnType<Client['call']>,
): Promise<Result<number, Failure>> => {
  const result = await request
  if (!result.ok) return result
  const offset = offsetIn(result.value)
  return offset === null ? err(lacking) : ok(offset)
}

/** Creates the calls of a file in pieces, for a server that announces them; each returns a Result and never throws. */
export const createUploadsApi = (client: Client) => ({
  /** Begins to send a file, or goes on with the upload of the same key. */
  createUpload: async (upload: NewUpload): Promise<Result<Created, Failure>> => {
    const result = await client.call('uploadCreate', {
      id: upload.submissionId,
      headers: {
        ...version,
        [headers.idempotencyKey]: upload.key,
        [tusHeaders.length]: String(upload.sizeBytes),
        [tusHeaders.metadata]: writeMetadata({
          filename: upload.name,
          field_id: upload.fieldId,
          field_type: upload.fieldType,
          occurrence: String(upload.occurrence),
          sha256: upload.sha256,
        }),
      },
      timeoutMs: syncTimeoutMs,
    })
    if (!result.ok) return result
    const made = parseWith(Identified)(findObject(result.value.json, 'id'))
    const offset = offsetIn(result.value)
    return made === null || offset === null ? err(lacking) : ok({ id: made.id, offset })
  },
  /** How many bytes of an upload the server has. */
  uploadOffset: (id: string) =>
    readOffset(client.call('uploadOffset', { id, headers: version, timeoutMs: syncTimeoutMs })),
  /** Adds a piece that begins at an offset; returns the next offset. */
  appendUpload: (id: string, offset: number, piece: Blob) =>
    readOffset(
      client.call('uploadAppend', {
        id,
        body: piece,
        headers: {
          ...version,
          'Content-Type': pieceType,
          [tusHeaders.offset]: String(offset),
        },
        timeoutMs: uploadTimeoutMs,
      }),
    ),
})
