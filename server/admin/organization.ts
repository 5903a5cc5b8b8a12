import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256Of } from '../files/blobs.ts'
import { imageTypeOf, isSvg, safeFileName } from '../files/file-kind.ts'
import { claimBlobs, freeBlobs } from '../store/freed-blobs.ts'
import { joinOrganization, organization, putOrganization } from '../store/admin.ts'
import { AdminProblem, nameAt, type AdminContext, type Command } from './command.ts'

const storedLogo = async (context: AdminContext, path: string | undefined) => {
  if (path === undefined) return null
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) throw new AdminProblem(`${path} cannot be read.`)
  if (imageTypeOf(bytes) === null && !isSvg(bytes)) {
    throw new AdminProblem(`${path} is neither a PNG, JPEG, GIF, WebP, AVIF nor an SVG.`)
  }
  // So that no sweep deletes bytes that an earlier logo has freed and that are found here.
  await claimBlobs(context.db.query, [sha256Of(bytes)])
  return { sha256: await context.blobs.put(bytes), name: safeFileName(basename(path)) }
}

/** organization set <name> [--logo <file>] */
const set: Command = async (context, given) => {
  const name = nameAt(given, 0, 'the name of the organization')
  const logo = await storedLogo(context, given.options['logo'])
  await context.db.tx(async query => {
    const before = await organization(query)
    const id = before?.id ?? randomUUID()
    await putOrganization(query, id, name, logo)
    await joinOrganization(query, id)
    const replaced = logo === null ? null : (before?.logo_sha256 ?? null)
    await freeBlobs(query, replaced === null ? [] : [replaced], new Date(context.clock()))
  })
  return [`The organization is now called ${name}.`]
}

/** The commands `organization …`. */
export const organizationCommands = { set } satisfies Readonly<Record<string, Command>>
