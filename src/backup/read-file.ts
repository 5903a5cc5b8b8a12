import * as v from 'valibot'
import { err, ok, type Result } from '../../replication/http/result.ts'
import { deriveKey, headerBytes, openPiece, parseHeader, type PiecePosition } from './envelope.ts'
import { BackupHead } from './records.ts'
import { bytesToPiece, type Piece } from './pieces.ts'

/**
 * Why a file cannot be restored; nothing was changed. foreign: not a backup. newer: made by a later version of the app.
 * passphrase: wrong, or the file's beginning is damaged. damaged: cut off or changed.
 */
export type BackupFailure = 'foreign' | 'newer' | 'passphrase' | 'damaged'

/** A backup opened with the right passphrase. */
export interface OpenBackup {
  readonly head: BackupHead
  /** All pieces, from the beginning at each call; throws DamagedBackup where the file is damaged. */
  readonly pieces: () => AsyncGenerator<Piece>
}

/** The file was cut off, or changed. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
}

/** A piece contains one document or one part of a file, so a longer piece is not from this app. */
const longestPiece = 256 * 1024 * 1024

const read = async (file: Blob, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, from + length).arrayBuffer())

/** The sealed piece at a position of the file; null when the file ends before it does. */
const sealedAt = async (file: Blob, from: number): Promise<Uint8Array<ArrayBuffer> | null> => {
  const prefix = await read(file, from, 4)
  if (prefix.length < 4) return null
  const length = new DataView(prefix.buffer).getUint32(0)
  if (length > longestPiece) return null
  const sealed = await read(file, from + 4, length)
  return sealed.length < length ? null : sealed
}

/** Opens a backup file with its passphrase. */
export const openBackupFile = async (
  file: Blob,
  passphrase: string,
): Promise<Result<OpenBackup, BackupFailure>> => {
  const header = parseHeader(await read(file, 0, headerBytes))
  if (typeof header === 'string') return err(header)
  const first = await sealedAt(file, headerBytes)
  if (first === null) return err('damaged')
  const key = await deriveKey(passphrase, header)
  // The head was never sealed as the last piece, so it opens even if the file was cut off after it.
  const plain = await openPiece(key, header, { number: 0, isLast: false }, first)
  if (plain === null) return err('passphrase')
  const head = v.safeParse(BackupHead, bytesToPiece(plain)?.record)
  if (!head.success) return err('newer')

  const open = (position: PiecePosition, sealed: Uint8Array<ArrayBuffer>) =>
    openPiece(key, header, position, sealed)
  async function* pieces(): AsyncGenerator<Piece> {
    let from = headerBytes
    for (let number = 0; ; number += 1) {
      const sealed = await sealedAt(file, from)
      if (sealed === null) throw new DamagedBackup()
      from += 4 + sealed.length
      const isLast = from >= file.size
      const opened = await open({ number, isLast }, sealed)
      const piece = opened === null ? null : bytesToPiece(opened)
      if (piece === null) throw new DamagedBackup()
      yield piece
      if (isLast) return
    }
  }
  return ok({ head: head.output, pieces })
}
