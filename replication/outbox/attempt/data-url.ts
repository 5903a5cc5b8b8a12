/** A picture that is kept as a text, as the bytes it travels as; null when the text holds none. */
export const dataUrlToBlob = (url: string): Blob | null => {
  const { type = '', body = '' } =
    /^data:(?<type>[^;,]*);base64,(?<body>.+)$/s.exec(url)?.groups ?? {}
  if (body === '') return null
  try {
    const bytes = Uint8Array.from(atob(body), character => character.charCodeAt(0))
    return new Blob([bytes], { type })
  } catch {
    return null
  }
}
