import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { placements, placeTables } from '../../server/db/cluster.ts'
import { migrate } from '../../server/db/migrate.ts'
import { ledger } from '../../server/db/schema-step.ts'
import { openPglite } from '../../server/db/pglite.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { only, type Db } from '../../server/db/db.ts'
import { emptyDatabase } from './empty-database.ts'
import { startTestServer, type TestServer } from './make-server.ts'

/** A PostgreSQL server to test contracts with; null when none is configured. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null

/** The coordinator of a Citus cluster to test contracts with; null when none is configured. */
export const clusterUrl = process.env['TEST_DISTRIBUTED_URL'] ?? null

/** Creates a schema, and a function that drops it. */
export const withSchema = async (keeper: Db) => {
  const rows = await keeper.query<{ name: string }>(
    `select 'test_' || replace(gen_random_uuid()::text, '-', '') as name`,
  )
  const { name } = only(rows)
  await keeper.query(`create schema ${name}`)
  return { name, drop: async () => void (await keeper.query(`drop schema ${name} cascade`)) }
}

/** A separate schema in a real PostgreSQL or cluster; dropped when the database is closed. */
export const openSchema = async (url: string): Promise<Db> => {
  const keeper = await openPostgres({ url })
  const { name, drop } = await withSchema(keeper)
  const db = await openPostgres({ url, schema: name })
  return {
    ...db,
    close: async () => {
      await db.close()
      await drop()
      await keeper.close()
    },
  }
}

/** A schema in a cluster whose tables are distributed as they are created. */
export const openDistributed = async (url: string): Promise<Db> => {
  const db = await openSchema(url)
  await migrate(db, [])
  await db.tx(async query => {
    const found = await placements(query)
    if (found === null) throw new Error('TEST_DISTRIBUTED_URL is no Citus cluster')
    await placeTables(query, [ledger], found)
  })
  return db
}

interface Engine {
  readonly name: string
  readonly open: () => Promise<Db>
}

/**
 * The engines to test a contract with: always PGlite, PostgreSQL when TEST_DATABASE_URL is set, and a Citus cluster when
 * TEST_DISTRIBUTED_URL is set, of which `npm run test:server` is the whole use. Four shards per table, by `alter database
 * … set citus.shard_count = 4`, make it faster.
 */
export const engines: readonly Engine[] = [
  { name: 'PGlite', open: async () => openPglite(null, await emptyDatabase()) },
  ...(databaseUrl === null ? [] : [{ name: 'PostgreSQL', open: () => openSchema(databaseUrl) }]),
  ...(clusterUrl === null ? [] : [{ name: 'Citus', open: () => openDistributed(clusterUrl) }]),
]

/** The tests that do not apply to a cluster, and why. */
const notOnCitus: Readonly<Record<string, string>> = {
  'gets them at the end of a transaction too': 'Citus has no triggers on distributed tables.',
}

/** The number of asha's past submissions in these tests. */
export const pastTotal = 12

const openByEngine = new Map<string, Promise<TestServer>>()

/** One server per engine for all tests of a file, because a start takes seconds. */
const sharedServer = (engine: (typeof engines)[number]): Promise<TestServer> => {
  const open = openByEngine.get(engine.name)
  if (open !== undefined) return open
  const opening = engine.open().then(db => startTestServer({ db, pastTotal }))
  openByEngine.set(engine.name, opening)
  return opening
}

const closeServers = async (): Promise<void> => {
  const opened = [...openByEngine.values()]
  openByEngine.clear()
  for (const opening of opened) await (await opening).close()
}

/** Describes the server on each engine, with fresh demo data before every test. */
export const describeServer = (title: string, tests: (server: () => TestServer) => void): void => {
  // Said by each file, because a process runs several.
  afterAll(closeServers)
  describe.each(engines)(`${title} ($name)`, engine => {
    let server: TestServer | null = null
    const started = () => {
      if (server === null) throw new Error('The server is used before it is started')
      return server
    }
    beforeAll(async () => {
      server = await sharedServer(engine)
    }, 120_000)
    beforeEach(context => {
      const reason = engine.name === 'Citus' ? notOnCitus[context.task.name] : undefined
      if (reason !== undefined) context.skip(reason)
      return started().reset()
    })
    tests(started)
  })
}
