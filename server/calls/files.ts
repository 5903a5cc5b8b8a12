import type { Answer } from '../http/answer.ts'
import { refuse } from '../http/answer.ts'
import type { Backend } from '../backend.ts'
import { imageTypeOf, isSvg } from '../files/file-kind.ts'
import { isUuid } from '../db/ids.ts'
import { isLogo, pictureSha256 } from '../wire/rows.ts'
import { fileById } from '../store/files.ts'
import type { UserRow } from '../store/users.ts'

/** A request for the bytes of a file: signed, or by a surveyor, or neither. */
export interface FileCall {
  readonly backend: Backend
  readonly id: string
  readonly name: string
  readonly query: URLSearchParams
  readonly user: UserRow | null
}

const notFound = refuse(404, 'File not found.')

const isOwnPicture = (user: UserRow | null, sha256: string): boolean =>
  user !== null && (user.image_sha256 === sha256 || user.logo_sha256 === sha256)

/** The blob this request may see, or null. */
const visibleBlob = async (call: FileCall): Promise<{ sha256: string; name: string } | null> => {
  const reader = call.backend.fileLinks.signedFor(call.id, call.name, call.query)
  const picture = pictureSha256(call.id)
  if (picture !== null) {
    return reader !== null || isOwnPicture(call.user, picture)
      ? { sha256: picture, name: call.name }
      : null
  }
  if (!isUuid(call.id)) return null
  const file = await fileById(call.backend.db.query, call.id)
  if (file === null) return null
  const isShown =
    reader === 'office' ||
    (reader === 'surveyor' && file.is_active) ||
    file.user_id === call.user?.id
  return isShown ? file : null
}

/** A logo comes from the administrator and may be drawn; what surveyors send may not. */
const shownTypeOf = (id: string, bytes: Uint8Array): string | null =>
  imageTypeOf(bytes) ?? (isLogo(id) && isSvg(bytes) ? 'image/svg+xml' : null)

/** What encodeURIComponent leaves and a header's extended value must not hold. */
const encodedName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const contentHeaders = (id: string, bytes: Uint8Array, name: string): Record<string, string> => {
  const imageType = shownTypeOf(id, bytes)
  const disposition = imageType === null ? 'attachment' : 'inline'
  return {
    'Content-Type': imageType ?? 'application/octet-stream',
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodedName(name)}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'private, max-age=86400',
  }
}

/** GET files/{id}/{name}: the bytes, as an image or as something to save, never as a page. */
export const file = async (call: FileCall): Promise<Answer> => {
  const visible = await visibleBlob(call)
  const bytes = visible === null ? null : await call.backend.blobs.get(visible.sha256)
  if (visible === null || bytes === null) return notFound
  return {
    kind: 'raw',
    response: new Response(bytes, { headers: contentHeaders(call.id, bytes, visible.name) }),
  }
}
