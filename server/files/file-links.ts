import { createHmac, timingSafeEqual } from 'node:crypto'
import { basePath } from '../../replication/wire/calls.ts'
import type { Clock } from '../env/clock.ts'
import { isUuid } from '../db/ids.ts'

/**
 * Links to stored files that work in an `<img>`, which cannot send a bearer token. The signature covers the id,
 * the name and the expiry time.
 */
export interface FileLinks {
  /** The absolute address. It is the same within a period, so that repeated reads of a row are equal. */
  readonly linkTo: (origin: string, id: string, name: string, reader?: LinkReader) => string
  /** Whom an address is signed for; null when the signature is invalid or expired. */
  readonly signedFor: (id: string, name: string, query: URLSearchParams) => LinkReader | null
}

/** A surveyor's link stops working with their account; the office's, made by an export, does not. */
type LinkReader = 'surveyor' | 'office'

/** The path of stored files below the base path. */
export const filesPath = '/surveyor/files'

/** The length of a session. A link works for one to two periods. */
const periodMs = 24 * 24 * 3_600_000

/** The id of the stored file in an address, without checking the signature; null for any other address. */
export const fileIdOf = (address: string): string | null => {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const [id = '', ...rest] = path.startsWith(`${basePath}${filesPath}/`)
    ? path.slice(`${basePath}${filesPath}/`.length).split('/')
    : []
  return rest.length === 1 && isUuid(id) ? id : null
}

const endOfValidity = (now: number): number => (Math.floor(now / periodMs) + 2) * periodMs

/** Signs links with this database's secret. */
export const createFileLinks = (secret: string, clock: Clock): FileLinks => {
  const sign = (id: string, name: string, expires: number, reader: LinkReader): string =>
    createHmac('sha256', secret)
      .update(
        JSON.stringify(reader === 'office' ? [id, name, expires, reader] : [id, name, expires]),
      )
      .digest('base64url')
  return {
    linkTo: (origin, id, name, reader = 'surveyor') => {
      const expires = endOfValidity(clock())
      const path = `${basePath}${filesPath}/${encodeURIComponent(id)}/${encodeURIComponent(name)}`
      return `${origin}${path}?expires=${expires}${reader === 'office' ? '&for=office' : ''}&signature=${sign(id, name, expires, reader)}`
    },
    signedFor: (id, name, query) => {
      const reader = query.get('for') === 'office' ? 'office' : 'surveyor'
      const expires = Number(query.get('expires'))
      const given = Buffer.from(query.get('signature') ?? '')
      const expected = Buffer.from(sign(id, name, expires, reader))
      const isRight =
        expires > clock() && given.length === expected.length && timingSafeEqual(given, expected)
      return isRight ? reader : null
    },
  }
}
