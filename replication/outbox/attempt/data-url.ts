/** The bytes of a base64 data URL; null when it has none or they cannot be decoded. */
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
