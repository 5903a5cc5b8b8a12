import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import type { Db, Query } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { openPglite } from '../db/pglite.ts'
import { createDiskBlobs } from '../files/blobs-disk.ts'
import { listFiles } from './check.ts'
import { createBackup, keepRoom, type BackupContext } from './create.ts'
import { BackupProblem, tablePath, type Manifest } from './manifest.ts'
import { linesOf, restoreBackup } from './restore.ts'
import { inFolder } from './whole.ts'

/** A restore gives the database another epoch. */
const renewed = 'server_values'

/** A number of the lines of a table that does not depend on their order, which a database does not keep. */
const sumOfLines = async (path: string): Promise<bigint> => {
  let sum = 0n
  for await (const line of linesOf(path)) {
    sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
  }
  return sum
}

/** Looks for room before each statement, where a running database has its files on the same disk. */
const withRoom = (db: Db, leavesRoom: BackupContext['leavesRoom'], folder: string): Db => {
  const looking =
    (query: Query): Query =>
    async (text, params) => {
      await keepRoom(leavesRoom, folder)
      return query(text, params)
    }
  return {
    ...db,
    query: looking(db.query),
    tx: (work, options) => db.tx(query => work(looking(query)), options),
  }
}

const compare = async (before: Manifest, directory: string, after: Manifest, again: string) => {
  const isSameStep = before.step === after.step
  for (const { name, rows } of before.tables) {
    const found = after.tables.find(table => table.name === name)?.rows
    if (found !== rows)
      throw new BackupProblem(`${name} has ${found ?? 0} of ${rows} rows after the restore.`)
    // Of another version the rows have other columns.
    if (!isSameStep || name === renewed) continue
    const [one, other] = [tablePath(directory, name), tablePath(again, name)]
    if ((await sumOfLines(one)) !== (await sumOfLines(other)))
      throw new BackupProblem(`Rows of ${name} are different after the restore.`)
  }
  const files = new Set(await listFiles(again))
  const lost = (await listFiles(directory)).find(sha256 => !files.has(sha256))
  if (lost !== undefined) throw new BackupProblem(`The file ${lost} is lost after the restore.`)
}

/**
 * Restores a backup into an embedded database and a file store of its own, makes a backup of these, compares both, and
 * removes it all. Throws BackupProblem with the first difference.
 */
export const drillBackup = (
  { clock, leavesRoom }: Pick<BackupContext, 'clock' | 'leavesRoom'>,
  directory: string,
): Promise<Manifest> =>
  inFolder(join(dirname(resolve(directory)), 'drill'), async folder => {
    await keepRoom(leavesRoom, folder)
    const db = await openPglite(join(folder, 'postgres'))
    try {
      const blobs = createDiskBlobs(join(folder, 'files'))
      const restored = { db: withRoom(db, leavesRoom, folder), blobs, clock }
      await migrate(restored.db)
      const manifest = await restoreBackup(restored, directory)
      const again = join(folder, 'again')
      const made = await createBackup(
        { ...restored, ...(leavesRoom && { leavesRoom }) },
        again,
        true,
      )
      await compare(manifest, directory, made.manifest, again)
      return manifest
    } finally {
      await db.close()
    }
  })
