import { createHmac, timingSafeEqual } from 'node:crypto'
import { basePath } from '../../replication/wire/calls.ts'
import type { Clock } from '../env/clock.ts'
import { isUuid } from '../db/ids.ts'

/**
 * Links to stored files that work in an `<img>`, which cannot send a bearer token. The signature covers everything that
 * the address says of the file.
 */
export interface FileLinks {
  /** The absolute address. It is the same within a period, so that repeated reads of a row are equal. */
  readonly linkTo: (origin: string, file: LinkedFile, reader?: LinkReader) => string
  /** What an address is signed for; null when the signature is invalid or expired. */
  readonly signedFor: (id: string, name: string, query: URLSearchParams) => SignedFor | null
}

interface LinkedFile {
  readonly id: string
  readonly name: string
  /** Whose submission has the file, by which a cluster finds it on one node; null for a picture. */
  readonly ownerId: string | null
}

interface SignedFor {
  readonly reader: LinkReader
  /** Null for a picture, and for a submission's file in an address of a version that did not name the owner. */
  readonly ownerId: string | null
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
  const sign = ({ id, name, ownerId }: LinkedFile, expires: number, reader: LinkReader): string => {
    const signed = [id, name, expires, ...(reader === 'office' ? [reader] : [])]
    return createHmac('sha256', secret)
      .update(JSON.stringify(ownerId === null ? signed : [...signed, { ownerId }]))
      .digest('base64url')
  }
  return {
    linkTo: (origin, file, reader = 'surveyor') => {
      const expires = endOfValidity(clock())
      const path = `${basePath}${filesPath}/${encodeURIComponent(file.id)}/${encodeURIComponent(file.name)}`
      const owner = file.ownerId === null ? '' : `&of=${encodeURIComponent(file.ownerId)}`
      const office = reader === 'office' ? '&for=office' : ''
      return `${origin}${path}?expires=${expires}${owner}${office}&signature=${sign(file, expires, reader)}`
    },
    signedFor: (id, name, query) => {
      const reader = query.get('for') === 'office' ? 'office' : 'surveyor'
      const ownerId = query.get('of')
      const expires = Number(query.get('expires'))
      const given = Buffer.from(query.get('signature') ?? '')
      const expected = Buffer.from(sign({ id, name, ownerId }, expires, reader))
      const isRight =
        expires > clock() && given.length === expected.length && timingSafeEqual(given, expected)
      return isRight ? { reader, ownerId } : null
    },
  }
}
