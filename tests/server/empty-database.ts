import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

// An installation empties this folder, so the archive always is of the installed version.
const folder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
const path = `${folder}empty-database.tar`

/**
 * An empty database directory as an archive. PGlite needs several times as long to make one as to load one, so the
 * first test process on a machine makes it and all later ones load it.
 */
export const emptyDatabase = async (): Promise<Blob> => {
  if (!existsSync(path)) {
    const pglite = await PGlite.create('memory://')
    const archive = await pglite.dumpDataDir('none')
    await pglite.close()
    mkdirSync(folder, { recursive: true })
    // Renamed when it is whole, because other processes may be reading.
    const part = `${path}.${process.pid}`
    writeFileSync(part, Buffer.from(await archive.arrayBuffer()))
    renameSync(part, path)
  }
  return new Blob([readFileSync(path)])
}
