/**
 * Seals what is kept on the device with AES-GCM under a key that cannot be exported. A seal belongs to its
 * place (database, collection, document): moved elsewhere it does not open.
 */
export interface Sealer {
  /** A value that JSON can hold, as an unreadable text. */
  readonly seal: (place: string, value: unknown) => Promise<string>
  /** What was sealed; throws SealBroken when it was made with another key, elsewhere, or changed. */
  readonly open: (place: string, sealed: string) => Promise<unknown>
  readonly sealBlob: (place: string, blob: Blob) => Promise<Blob>
  /** The bytes of a sealed blob; one that was never sealed comes back as it is. */
  readonly openBlob: (place: string, blob: Blob) => Promise<Blob>
}

/** A sealed value does not open: another key, another place, or changed bytes. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
  constructor(place: string) {
    super(`What is stored as ${place} cannot be read on this device.`)
  }
}

const ivBytes = 12
/** WARNING: persisted before every sealed file: a word that no kind of file begins with. */
const blobMark = new TextEncoder().encode('\u0000TransectSealed1\u0000')

/** Seals and opens with one key. */
export const createSealer = (key: CryptoKey): Sealer => {
  const cipher = (place: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(place),
  })
  const encrypt = async (place: string, plain: BufferSource) => {
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    return {
      iv,
      sealed: new Uint8Array(await crypto.subtle.encrypt(cipher(place, iv), key, plain)),
    }
  }
  const decrypt = (place: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
    crypto.subtle
      .decrypt(cipher(place, bytes.subarray(0, ivBytes)), key, bytes.subarray(ivBytes))
      .catch(() => {
        throw new SealBroken(place)
      })

  return {
    seal: async (place, value) => {
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const { iv, sealed } = await encrypt(place, plain)
      // Twelve bytes make whole letters, so that both texts join.
      return toBase64(iv) + toBase64(sealed)
    },
    open: async (place, sealed) =>
      JSON.parse(new TextDecoder().decode(await decrypt(place, fromBase64(sealed)))) as unknown,
    sealBlob: async (place, blob) => {
      const { iv, sealed } = await encrypt(place, await blob.arrayBuffer())
      return new Blob([blobMark, iv, sealed], { type: blob.type })
    },
    openBlob: async (place, blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      if (!blobMark.every((byte, at) => bytes[at] === byte)) return blob
      return new Blob([await decrypt(place, bytes.subarray(blobMark.length))], { type: blob.type })
    },
  }
}

/** Newer browsers do this themselves, ten times faster. */
interface Base64Bytes {
  readonly toBase64?: () => string
}
interface Base64Constructor {
  readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer>
}

const toBase64 = (bytes: Uint8Array & Base64Bytes): string => {
  if (bytes.toBase64 !== undefined) return bytes.toBase64()
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  const { fromBase64: native } = Uint8Array as Base64Constructor
  if (native !== undefined) return native.call(Uint8Array, text)
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
}
