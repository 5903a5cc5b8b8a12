import { isRecord } from './check-record.ts'
import type { BackupRecord } from './records.ts'

/** A record and the bytes that belong to it. */
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
