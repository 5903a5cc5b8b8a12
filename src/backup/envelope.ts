/**
 * A backup file, outside in. WARNING: persisted outside the app; a new layout gets a new version.
 *
 *   header: magic (16) | version (1) | iterations (4) | salt (16) | nonce (7)
 *   then pieces: length (4) | AES-GCM(piece), each with the header as its associated data
 *   IV of a piece: nonce (7) | number of the piece (4) | 1 for the last one, else 0 (1)
 *
 * Numbers are big-endian. The number keeps the pieces in order; the mark of the last piece shows that the file was
 * not cut off. The key is derived from the passphrase by PBKDF2 with SHA-256.
 */
interface Header {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly iterations: number
  readonly salt: Uint8Array<ArrayBuffer>
  readonly nonce: Uint8Array<ArrayBuffer>
}

const magic = new TextEncoder().encode('TRANSECT-BACKUP\n')
const version = 1
const at = { version: 16, iterations: 17, salt: 21, nonce: 37, end: 44 } as const

/** The length of the header in bytes. */
export const headerBytes = at.end

/** What OWASP recommended in 2023; a second or two on a slow phone. */
const iterationsNow = 600_000
const mostIterations = 10_000_000

/** Makes the header of a new file. */
export const createHeader = (): Header => {
  const bytes = new Uint8Array(at.end)
  bytes.set(magic)
  bytes[at.version] = version
  new DataView(bytes.buffer).setUint32(at.iterations, iterationsNow)
  crypto.getRandomValues(bytes.subarray(at.salt))
  return fieldsOf(bytes)
}

/** Reads a header. foreign: not a backup of this app. newer: made by a later version of it. */
export const parseHeader = (bytes: Uint8Array<ArrayBuffer>): Header | 'foreign' | 'newer' => {
  const isOurs = bytes.length >= at.end && magic.every((byte, index) => bytes[index] === byte)
  if (!isOurs) return 'foreign'
  if ((bytes[at.version] ?? 0) > version) return 'newer'
  const header = fieldsOf(bytes.slice(0, at.end))
  // The file may come from anyone, and a huge number must not keep a phone busy for hours.
  const isSane = header.iterations >= iterationsNow && header.iterations <= mostIterations
  return isSane ? header : 'foreign'
}

const fieldsOf = (bytes: Uint8Array<ArrayBuffer>): Header => ({
  bytes,
  iterations: new DataView(bytes.buffer).getUint32(at.iterations),
  salt: bytes.slice(at.salt, at.nonce),
  nonce: bytes.slice(at.nonce, at.end),
})

/** Derives the key of a file. The text is normalized, so that every keyboard gives the same key. */
export const deriveKey = async (
  passphrase: string,
  { salt, iterations }: Header,
): Promise<CryptoKey> => {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Which piece of its file it is. */
export interface PiecePosition {
  readonly number: number
  readonly isLast: boolean
}

const cipherOf = ({ bytes, nonce }: Header, { number, isLast }: PiecePosition) => {
  const iv = new Uint8Array(12)
  iv.set(nonce)
  new DataView(iv.buffer).setUint32(nonce.length, number)
  iv[11] = isLast ? 1 : 0
  return { name: 'AES-GCM', iv, additionalData: bytes }
}

/** Seals a piece for its position. */
export const sealPiece = async (
  key: CryptoKey,
  header: Header,
  position: PiecePosition,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.encrypt(cipherOf(header, position), key, plain))

/** Opens a piece; null when the key is wrong, or the piece was not sealed for this position. */
export const openPiece = async (
  key: CryptoKey,
  header: Header,
  position: PiecePosition,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipherOf(header, position), key, sealed))
  } catch {
    return null
  }
}
