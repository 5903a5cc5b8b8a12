import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { only, type Query } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { ledger } from '../db/schema-step.ts'
import { schemaSteps } from '../db/schema.ts'
import { beginEpoch } from '../db/server-values.ts'
import type { BlobStore } from '../files/blobs.ts'
import { createSpool } from '../files/spool.ts'
import { checkBackup, listFiles } from './check.ts'
import type { BackupContext } from './create.ts'
import { backedUp, BackupProblem, filePath, tablePath, type Manifest } from './manifest.ts'

const batchBytes = 4 * 1024 * 1024

const insertLines = (query: Query, table: string, lines: readonly string[]) =>
  query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
    `[${lines.join(',')}]`,
  ])

/**
 * The lines of a file. Not by Node's readline, because from Node 24 on that ends a line at U+2028 and U+2029 too, which
 * an answer may contain.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

const fillTable = async (query: Query, directory: string, table: string): Promise<void> => {
  let lines: string[] = []
  let bytes = 0
  for await (const line of linesOf(tablePath(directory, table))) {
    lines.push(line)
    bytes += line.length
    if (bytes < batchBytes) continue
    await insertLines(query, table, lines)
    lines = []
    bytes = 0
  }
  if (lines.length > 0) await insertLines(query, table, lines)
}

const countRows = async (query: Query, table: string): Promise<number> =>
  Number(only(await query<{ count: string }>(`select count(*) from ${table}`)).count)

const ownWork = ['users', 'forms', 'submissions'] as const

const refuseWork = async (query: Query, table: string): Promise<void> => {
  if ((await countRows(query, table)) > 0) {
    throw new BackupProblem(`The database is not empty: it has ${table}.`)
  }
}

/**
 * Looks for work again, because someone may have added some while the files were copied. The tables that refer to one
 * go first, and that locks it, so nothing is added between the look and its end.
 */
const dropTables = async (query: Query): Promise<void> => {
  for (const table of backedUp.toReversed()) {
    if (ownWork.some(name => name === table)) await refuseWork(query, table)
    await query(`drop table if exists ${table}`)
  }
  // Emptied, because it says whether the tables of a cluster are to be placed.
  await query(`delete from ${ledger.table}`)
}

/** Whether a store has a file, and undamaged. Read in pieces, because a base map does not fit in the memory. */
const isStored = async (blobs: BlobStore, sha256: string): Promise<boolean> => {
  const hash = createHash('sha256')
  for await (const piece of (await blobs.read(sha256))?.pieces() ?? []) hash.update(piece)
  return hash.digest('hex') === sha256 && (await blobs.has(sha256))
}

/**
 * Restores a backup into an empty database and the file store, on either engine. The tables are created at the
 * backup's schema step, filled, counted, and then migrated. The new epoch makes every device compare its
 * submissions with the restored ones. Throws BackupProblem, and then leaves the database empty.
 */
export const restoreBackup = async (
  { db, blobs }: BackupContext,
  directory: string,
): Promise<Manifest> => {
  const manifest = await checkBackup(directory)
  if (manifest.step > (schemaSteps.at(-1)?.number ?? 0)) {
    throw new BackupProblem(`The backup is from a newer version, at schema step ${manifest.step}.`)
  }
  for (const table of ownWork) await refuseWork(db.query, table)
  // Files first, because rows name them. Bytes without rows are swept later.
  const spool = createSpool(blobs.spool.directory, Number.POSITIVE_INFINITY)
  for (const sha256 of await listFiles(directory)) {
    if (await isStored(blobs, sha256)) continue
    const spooled = await spool.receive(createReadStream(filePath(directory, sha256)))
    await blobs.adopt(spooled).finally(spooled.discard)
  }
  await db.tx(dropTables, { isLong: true })
  await migrate(
    db,
    schemaSteps.filter(({ number }) => number <= manifest.step),
  )
  try {
    await db.tx(
      async query => {
        for (const { name, rows } of manifest.tables) {
          // Not always, because no one may delete from the trail.
          if ((await countRows(query, name)) > 0) await query(`delete from ${name}`)
          await fillTable(query, directory, name)
          const found = await countRows(query, name)
          if (found !== rows)
            throw new BackupProblem(`Only ${found} of ${rows} rows of ${name} were restored.`)
        }
        await beginEpoch(query)
      },
      { isLong: true },
    )
  } finally {
    await migrate(db)
  }
  return manifest
}
