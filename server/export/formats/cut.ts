/** The start of a text that fits into so many bytes, because file systems limit the bytes of a name. */
export const cut = (text: string, bytes: number): string => {
  let left = bytes
  const kept: string[] = []
  for (const sign of text) {
    left -= Buffer.byteLength(sign)
    if (left < 0) break
    kept.push(sign)
  }
  return kept.join('')
}
