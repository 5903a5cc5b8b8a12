import { createHash } from 'node:crypto'
import { first, only, type Db, type Query } from './db.ts'
import { schemaSteps, type SchemaStep } from './schema.ts'

const checksum = (step: SchemaStep): string =>
  createHash('sha256').update(step.statements.join(';\n')).digest('hex')

const createLedger = (query: Query) =>
  query(`create table if not exists schema_steps (
    number integer primary key,
    title text not null,
    checksum text not null
  )`)

/** Applies one step. When two servers start together, the second waits for the first one's row, then finds it. */
const takeStep = async (query: Query, step: SchemaStep): Promise<void> => {
  const taken = await query<{ number: number }>(
    `insert into schema_steps (number, title, checksum) values ($1, $2, $3)
     on conflict (number) do nothing returning number`,
    [step.number, step.title, checksum(step)],
  )
  if (first(taken) !== null) {
    for (const statement of step.statements) await query(statement)
    return
  }
  const stored = only(
    await query<{ checksum: string }>('select checksum from schema_steps where number = $1', [
      step.number,
    ]),
  )
  if (stored.checksum !== checksum(step)) {
    throw new Error(
      `Schema step ${step.number} in the database differs from this server's. Start with an empty database, or with the version that made it.`,
    )
  }
}

/** Migrates the tables to the newest step. Refuses a database that is newer or has other steps. */
export const migrate = async (
  db: Db,
  steps: readonly SchemaStep[] = schemaSteps,
): Promise<void> => {
  await createLedger(db.query).catch(() => createLedger(db.query))
  const newest = first(
    await db.query<{ number: number }>(
      'select number from schema_steps order by number desc limit 1',
    ),
  )
  const ours = steps.at(-1)?.number ?? 0
  if ((newest?.number ?? 0) > ours) {
    throw new Error(`The database is at step ${newest?.number}, newer than this server's ${ours}.`)
  }
  // Without a time limit, because a step over millions of rows may take long and the server could otherwise never
  // start.
  for (const step of steps) await db.tx(query => takeStep(query, step), { isLong: true })
}
