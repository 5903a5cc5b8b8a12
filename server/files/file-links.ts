import { createHmac, timingSafeEqual } from 'node:crypto'
import { basePath } from '../../replication/wire/calls.ts'
import type { Clock } from '../env/clock.ts'
import { isUuid } from '../db/ids.ts'

/**
 * Links to stored files that work in an `<img>`, where no bearer token can be sent. The signature covers
 * the id, the name and the end of validity.
 */
export interface FileLinks {
  /** The absolute address. It stays the same within a period, so that rows do not differ at each read. */
  readonly linkTo: (origin: string, id: string, name: string) => string
  readonly isSigned: (id: string, name: string, query: URLSearchParams) => boolean
}

/** Where stored files are below the base path. */
export const filesPath = '/surveyor/files'

/** As long as a session: a link lives for one to two periods. */
const periodMs = 24 * 24 * 3_600_000

/** The id of the stored file that an address names, whatever its signature; null for any other address. */
export const fileIdOf = (address: string): string | null => {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const [id = '', ...rest] = path.startsWith(`${basePath}${filesPath}/`)
    ? path.slice(`${basePath}${filesPath}/`.length).split('/')
    : []
  return rest.length === 1 && isUuid(id) ? id : null
}

const endOfValidity = (now: number): number => (Math.floor(now / periodMs) + 2) * periodMs

/** Signs links with the secret of this database. */
export const createFileLinks = (secret: string, clock: Clock): FileLinks => {
  const sign = (id: string, name: string, expires: number): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([id, name, expires]))
      .digest('base64url')
  return {
    linkTo: (origin, id, name) => {
      const expires = endOfValidity(clock())
      const path = `${basePath}${filesPath}/${encodeURIComponent(id)}/${encodeURIComponent(name)}`
      return `${origin}${path}?expires=${expires}&signature=${sign(id, name, expires)}`
    },
    isSigned: (id, name, query) => {
      const expires = Number(query.get('expires'))
      const given = Buffer.from(query.get('signature') ?? '')
      const expected = Buffer.from(sign(id, name, expires))
      return (
        expires > clock() && given.length === expected.length && timingSafeEqual(given, expected)
      )
    },
  }
}
