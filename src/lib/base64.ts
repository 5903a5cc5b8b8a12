/** A multiple of three, so that the pieces of base64 can be put together. */
const chunkBytes = 3 * 8192

/** Bytes as base64, in pieces: spreading a whole photo over the stack would break it. */
export const toBase64 = (bytes: Uint8Array): string => {
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes))))
  }
  return chunks.join('')
}

/** Bytes as an address that holds them, for pictures small enough to be kept as a text. */
export const toDataUrl = async (blob: Blob): Promise<string> =>
  `data:${blob.type};base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`
