/** A multiple of three, so that the base64 of the chunks can be joined. */
const chunkBytes = 3 * 8192

/** Bytes as base64, in chunks, because a whole photo as arguments would overflow the stack. */
export const toBase64 = (bytes: Uint8Array): string => {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes))))
  }
  return chunks.join('')
}

/** Bytes as a data URL, for pictures small enough to be stored as a text. */
export const toDataUrl = async (blob: Blob): Promise<string> =>
  `data:${blob.type};base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`

/** The bytes of base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
