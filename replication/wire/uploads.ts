/** Uploads in pieces, by tus 1.0 with creation and expiration (https://tus.io/protocols/resumable-upload). */

/** The protocol's version, which every request and answer names. */
export const tusVersion = '1.0.0'

/** The type of a piece. */
export const pieceType = 'application/offset+octet-stream'

/** The protocol's headers. */
export const tusHeaders = {
  version: 'Tus-Resumable',
  /** How many bytes the server has. */
  offset: 'Upload-Offset',
  /** How many bytes the whole file has. */
  length: 'Upload-Length',
  metadata: 'Upload-Metadata',
  /** Until when the server keeps a part of a file. */
  expires: 'Upload-Expires',
} as const

/** What the server must know of a file, as its upload's metadata. */
export interface UploadMetadata {
  readonly filename: string
  readonly field_id: string
  readonly field_type: string
  /** The occurrence within a repeat, from 0. */
  readonly occurrence: string
  /** Of its bytes, in hex; '' when it is not known. */
  readonly sha256: string
}

const names = ['filename', 'field_id', 'field_type', 'occurrence', 'sha256'] as const

/** The header of metadata: names with base64 values. */
export const writeMetadata = (metadata: UploadMetadata): string =>
  names
    .filter(name => metadata[name] !== '')
    .map(name => {
      const bytes = new TextEncoder().encode(metadata[name])
      return `${name} ${btoa(String.fromCharCode(...bytes))}`
    })
    .join(',')

/** The metadata in a header, with '' for what is missing; null when a value is no base64. */
export const readMetadata = (header: string): UploadMetadata | null => {
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(' ')
    try {
      const bytes = Uint8Array.from(atob(value), letter => letter.charCodeAt(0))
      values.set(name, new TextDecoder().decode(bytes))
    } catch {
      return null
    }
  }
  const valueOf = (name: (typeof names)[number]): string => values.get(name) ?? ''
  return {
    filename: valueOf('filename'),
    field_id: valueOf('field_id'),
    field_type: valueOf('field_type'),
    occurrence: valueOf('occurrence'),
    sha256: valueOf('sha256'),
  }
}
