import { fromBase64 } from '../../collections/storage/base64.ts'

/** The bytes of a base64 data URL; null when it has none or they cannot be decoded. */
export const dataUrlToBlob = (url: string): Blob | null => {
  const { type = '', body = '' } =
    /^data:(?<type>[^;,]*);base64,(?<body>.+)$/s.exec(url)?.groups ?? {}
  if (body === '') return null
  try {
    return new Blob([fromBase64(body)], { type })
  } catch {
    return null
  }
}
