import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256Of } from '../files/blobs.ts'
import { imageTypeOf, isSvg, safeFileName } from '../files/file-kind.ts'
import { claimBlobs, freeBlobs } from '../store/freed-blobs.ts'
import type { Query } from '../db/db.ts'
import { joinOrganization, organization, putOrganization, type StoredLogo } from '../store/admin.ts'
import { AdminProblem, nameAt, type AdminContext, type Command } from './command.ts'

/** Whether bytes are a picture that every browser shows. */
export const isPicture = (bytes: Uint8Array): boolean => imageTypeOf(bytes) !== null || isSvg(bytes)

/** Stores the bytes of a logo. */
export const storeLogo = async (
  { db, blobs }: Pick<AdminContext, 'db' | 'blobs'>,
  bytes: Uint8Array,
  name: string,
): Promise<StoredLogo> => {
  // So that no sweep deletes bytes that an earlier logo has freed and that are found here.
  await claimBlobs(db.query, [sha256Of(bytes)])
  return { sha256: await blobs.put(bytes), name: safeFileName(name) }
}

/** Sets the name and the logo of the organization, in a transaction: null is none, and without it the logo stays. */
export const setOrganization = async (
  query: Query,
  name: string,
  logo: StoredLogo | null | undefined,
  now: Date,
): Promise<void> => {
  const before = await organization(query)
  const id = before?.id ?? randomUUID()
  const { logo_sha256: sha256 = null, logo_name: logoName = null } = before ?? {}
  const kept = sha256 === null ? null : { sha256, name: logoName ?? 'logo' }
  const after = logo === undefined ? kept : logo
  await putOrganization(query, id, name, after)
  await joinOrganization(query, id)
  await freeBlobs(query, sha256 === null || sha256 === after?.sha256 ? [] : [sha256], now)
}

const logoAt = async (context: AdminContext, path: string) => {
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) throw new AdminProblem(`${path} cannot be read.`)
  if (!isPicture(bytes))
    throw new AdminProblem(`${path} is neither a PNG, JPEG, GIF, WebP, AVIF nor an SVG.`)
  return storeLogo(context, bytes, basename(path))
}

/** organization set <name> [--logo <file>] */
const set: Command = async (context, given) => {
  const name = nameAt(given, 0, 'the name of the organization')
  const path = given.options['logo']
  const logo = path === undefined ? undefined : await logoAt(context, path)
  await context.db.tx(query => setOrganization(query, name, logo, new Date(context.clock())))
  return [`The organization is now called ${name}.`]
}

/** The commands `organization …`. */
export const organizationCommands = { set } satisfies Readonly<Record<string, Command>>
