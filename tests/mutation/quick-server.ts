import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { root } from './scope.ts'

/**
 * Most of what a test of the engine costs is the server's empty database, which is the same each time. It is
 * made once, and read by every process that runs a test file.
 */
const path = `${root}node_modules/.cache/mutation/empty-database.tar`
const door = `${root}server/db/pglite.ts`
const before = "PGlite.create(directory ?? 'memory://', {"
const after = `${before}
    ...(directory === null && { loadDataDir: new Blob([(await import('node:fs')).readFileSync('${path}')]) }),`

/** The door of PGlite, by its path, with the empty database in it. */
export const quickServer = async (): Promise<readonly [path: string, text: string]> => {
  if (!existsSync(path)) {
    const pglite = await PGlite.create('memory://')
    const dump = await pglite.dumpDataDir('none')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, Buffer.from(await dump.arrayBuffer()))
    await pglite.close()
  }
  const pieces = readFileSync(door, 'utf8').split(before)
  if (pieces.length !== 2) throw new Error(`${door} does not open PGlite as it did.`)
  return [door, pieces.join(after)]
}
