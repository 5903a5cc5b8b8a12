/** The text of a file in UTF-8; null for another encoding. Excel's plain CSV has one, so that `é` would be another sign. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
