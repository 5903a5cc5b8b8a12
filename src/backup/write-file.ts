import { createHeader, deriveKey, sealPiece } from './envelope.ts'
import { pieceToBytes, type Piece } from './pieces.ts'

/**
 * Writes pieces into a sealed file. Each piece goes to the browser as soon as it is sealed, so that only one is in
 * memory, however many photos there are.
 */
export const writeBackupFile = async (
  passphrase: string,
  pieces: AsyncIterable<Piece>,
): Promise<Blob> => {
  const header = createHeader()
  const key = await deriveKey(passphrase, header)
  const parts: Blob[] = [new Blob([header.bytes])]
  let number = 0
  for await (const piece of pieces) {
    const isLast = piece.record.type === 'end'
    const sealed = await sealPiece(key, header, { number, isLast }, pieceToBytes(piece))
    parts.push(new Blob([lengthOf(sealed), sealed]))
    number += 1
  }
  return new Blob(parts, { type: 'application/octet-stream' })
}

const lengthOf = (sealed: Uint8Array): Uint8Array<ArrayBuffer> => {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, sealed.length)
  return length
}
