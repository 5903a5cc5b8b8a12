import { fromBase64, toBase64 } from './base64.ts'

/**
 * Seals stored values with AES-GCM under a key that cannot be exported. A seal is bound to its place (database,
 * collection, document) and does not open anywhere else.
 */
export interface Sealer {
  /** Seals a JSON value as an unreadable text. */
  readonly seal: (place: string, value: unknown) => Promise<string>
  /**
   * Opens a sealed value. Throws SealBroken when it was sealed with another key or for another place, or was
   * changed.
   */
  readonly open: (place: string, sealed: string) => Promise<unknown>
  readonly sealBlob: (place: string, blob: Blob) => Promise<Blob>
  /** Opens a sealed blob. Returns a blob that was never sealed unchanged. */
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
const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** WARNING: persisted at the start of every sealed file. No known file type starts like this. */
const blobMark = encoder.encode('\u0000TransectSealed1\u0000')

/** A sealer with one key. */
export const createSealer = (key: CryptoKey): Sealer => {
  const cipher = (place: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(place),
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
      const plain = encoder.encode(JSON.stringify(value))
      const { iv, sealed } = await encrypt(place, plain)
      // Twelve bytes encode without padding, so the two texts can be joined.
      return toBase64(iv) + toBase64(sealed)
    },
    open: async (place, sealed) =>
      JSON.parse(decoder.decode(await decrypt(place, fromBase64(sealed)))) as unknown,
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
