import { Readable } from 'node:stream'
import { type Answer, refuse } from '../http/answer.ts'
import type { Backend } from '../backend.ts'
import { heicTypeOf, imageTypeOf, isSvg } from '../files/file-kind.ts'
import { isUuid } from '../db/ids.ts'
import { isLogo, pictureSha256 } from '../wire/rows.ts'
import { fileById } from '../store/files.ts'
import type { UserRow } from '../store/users.ts'

/** A request for the bytes of a file: with a signature, by a surveyor, or without either. */
interface FileCall {
  readonly backend: Backend
  readonly id: string
  readonly name: string
  readonly query: URLSearchParams
  readonly user: UserRow | null
}

const notFound = refuse(404, 'File not found.')

const isOwnPicture = (user: UserRow | null, sha256: string): boolean =>
  user !== null && (user.image_sha256 === sha256 || user.logo_sha256 === sha256)

/** The blob that this request may read, or null. */
const visibleBlob = async (call: FileCall): Promise<{ sha256: string; name: string } | null> => {
  const signed = call.backend.fileLinks.signedFor(call.id, call.name, call.query)
  const picture = pictureSha256(call.id)
  if (picture !== null) {
    return signed !== null || isOwnPicture(call.user, picture)
      ? { sha256: picture, name: call.name }
      : null
  }
  if (!isUuid(call.id) || (signed === null && call.user === null)) return null
  const ownerId = signed === null ? (call.user?.id ?? null) : signed.ownerId
  const { shares } = call.backend
  const { query } = ownerId === null ? shares.everyNode : await shares.of(ownerId)
  const file = await fileById(query, ownerId, call.id)
  if (file === null) return null
  const isShown =
    signed?.reader === 'office' ||
    (signed?.reader === 'surveyor' && file.is_active) ||
    file.user_id === call.user?.id
  return isShown ? file : null
}

/** The type under which a file with these first bytes may be shown. Only a logo may be an SVG, because the administrator sets it. */
const shownTypeOf = (id: string, bytes: Uint8Array): string | null =>
  imageTypeOf(bytes) ?? heicTypeOf(bytes) ?? (isLogo(id) && isSvg(bytes) ? 'image/svg+xml' : null)

/**
 * Encodes a name for a header's extended value, including the characters that encodeURIComponent leaves as they are.
 */
const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const contentHeaders = (id: string, head: Uint8Array, name: string): Record<string, string> => {
  const imageType = shownTypeOf(id, head)
  const disposition = imageType === null ? 'attachment' : 'inline'
  return {
    'Content-Type': imageType ?? 'application/octet-stream',
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodedName(name)}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'private, max-age=86400',
  }
}

async function* following(head: Uint8Array, rest: AsyncGenerator<Uint8Array>) {
  yield head
  yield* rest
}

/** The bytes of a file as an image or as a download, never as a page; 404 without one. */
export const sendFile = async (
  { blobs }: Backend,
  id: string,
  visible: { readonly sha256: string; readonly name: string } | null,
): Promise<Answer> => {
  const stored = visible === null ? null : await blobs.read(visible.sha256)
  if (visible === null || stored === null) return notFound
  const pieces = stored.pieces()
  const first = await pieces.next()
  const head = first.done === true ? new Uint8Array() : first.value
  const headers = contentHeaders(id, head, visible.name)
  headers['Content-Length'] = String(stored.sizeBytes)
  const body = Readable.toWeb(Readable.from(following(head, pieces)))
  return { kind: 'raw', response: new Response(body as ReadableStream<Uint8Array>, { headers }) }
}

/** GET files/{id}/{name} */
export const file = async (call: FileCall): Promise<Answer> =>
  sendFile(call.backend, call.id, await visibleBlob(call))
