import { limits } from '../limits.ts'
import { storableText } from '../db/storable.ts'

const startsWith = (bytes: Uint8Array, text: string, offset = 0): boolean =>
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0))

/** The type of an image from its first bytes, or null. The type claimed by the sender is never trusted. */
export const imageTypeOf = (bytes: Uint8Array): string | null => {
  if (startsWith(bytes, '\u0089PNG\r\n\u001A\n')) return 'image/png'
  if (startsWith(bytes, '\u00FF\u00D8\u00FF')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftypavif', 4)) return 'image/avif'
  return null
}

/** The container of the photos of iPhones and some Androids, by its brand. */
const heicBrands: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  hevc: 'image/heic-sequence',
  hevx: 'image/heic-sequence',
  mif1: 'image/heif',
  msf1: 'image/heif-sequence',
}

/** The type of a HEIC photo, or null. It is no image that every browser shows, such as a logo. */
export const heicTypeOf = (bytes: Uint8Array): string | null =>
  startsWith(bytes, 'ftyp', 4)
    ? (heicBrands[String.fromCharCode(...bytes.subarray(8, 12))] ?? null)
    : null

/** Whether bytes are an SVG, whose scripts a browser would run if it were opened as a page. */
export const isSvg = (bytes: Uint8Array): boolean =>
  /^(<\?xml[^>]*>\s*)?<svg[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 500)).trimStart())

const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}"*:<>?|]/gu

/** A harmless file name: no path, no control or direction characters, of bounded length. */
export const safeFileName = (name: string): string => {
  const last = storableText(name).split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(unsafeCharacters, '').trim().replace(/^\.+/, '')
  const letters = [...plain]
  if (letters.length <= limits.fileNameChars) return plain === '' ? 'file' : plain
  const end = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? ''
  return letters.slice(0, limits.fileNameChars - end.length).join('') + end
}
