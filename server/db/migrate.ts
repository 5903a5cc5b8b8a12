import { createHash } from 'node:crypto'
import { placements, placeTables } from './cluster.ts'
import { first, only, type Db, type Query } from './db.ts'
import { ledger, tablesOf, textOf, type SchemaStep } from './schema-step.ts'
import { schemaSteps } from './schema.ts'

/** A database that this version cannot use; the text says why. */
export class SchemaProblem extends Error {}

const checksum = (step: SchemaStep): string =>
  createHash('sha256').update(step.statements.map(textOf).join(';\n')).digest('hex')

const createLedger = (query: Query) =>
  query(`create table if not exists ${ledger.table} (${ledger.columns})`)

const beforeFirstRelease =
  'The database is from before the first release: empty DATA_DIR, or the database of DATABASE_URL, because this server cannot read it and never deletes it.'

/**
 * The steps that a database lacks, oldest first; all for an empty one. Throws SchemaProblem when it is newer, has other
 * steps, or is from before the first release.
 */
export const missingSteps = async (
  query: Query,
  steps: readonly SchemaStep[] = schemaSteps,
): Promise<readonly SchemaStep[]> => {
  const { exists } = only(
    await query<{ exists: boolean }>(`select to_regclass('schema_steps') is not null as exists`),
  )
  if (!exists) return steps
  const stored = await query<{ number: number; checksum: string }>(
    'select number, checksum from schema_steps order by number',
  )
  const sums = new Map(stored.map(row => [row.number, row.checksum]))
  const other = steps.find(step => (sums.get(step.number) ?? checksum(step)) !== checksum(step))
  // Before its number of steps, because it had many.
  if (other?.number === 1) throw new SchemaProblem(beforeFirstRelease)
  const newest = stored.at(-1)?.number ?? 0
  const ours = steps.at(-1)?.number ?? 0
  if (newest > ours) {
    throw new SchemaProblem(`The database is at step ${newest}, newer than this server's ${ours}.`)
  }
  if (other !== undefined) {
    throw new SchemaProblem(
      `Schema step ${other.number} in the database differs from this server's. Start with an empty database, or with the version that made it.`,
    )
  }
  return steps.filter(({ number }) => !sums.has(number))
}

/** Applies one step. When two servers start together, the second waits for the first one's row, and leaves the step. */
const takeStep = async (query: Query, step: SchemaStep): Promise<void> => {
  const taken = await query<{ number: number }>(
    `insert into schema_steps (number, title, checksum) values ($1, $2, $3)
     on conflict (number) do nothing returning number`,
    [step.number, step.title, checksum(step)],
  )
  if (first(taken) === null) return
  for (const statement of step.statements) await query(textOf(statement))
  const found = await placements(query)
  if (found?.has(ledger.table)) await placeTables(query, tablesOf([step]), found)
}

/** Migrates the tables to the newest step. Throws SchemaProblem for a database that is newer or has other steps. */
export const migrate = async (
  db: Db,
  steps: readonly SchemaStep[] = schemaSteps,
): Promise<void> => {
  await createLedger(db.query).catch(() => createLedger(db.query))
  // Without a time limit, because a step over millions of rows may take long and the server could otherwise never
  // start.
  for (const step of await missingSteps(db.query, steps)) {
    await db.tx(query => takeStep(query, step), { isLong: true })
  }
  // Checked again, because a server of another version may have started at the same time.
  await missingSteps(db.query, steps)
}
