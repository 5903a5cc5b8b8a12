import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { openPglite } from '../../server/db/pglite.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { only, type Db } from '../../server/db/db.ts'
import { emptyDatabase } from './empty-database.ts'
import { startTestServer, type TestServer } from './make-server.ts'

/** A PostgreSQL server to test contracts with; null when none is configured. */
export const databaseUrl = process.env['TEST_DATABASE_URL'] ?? null

/** Creates a schema, and a function that drops it. */
export const withSchema = async (keeper: Db) => {
  const rows = await keeper.query<{ name: string }>(
    `select 'test_' || replace(gen_random_uuid()::text, '-', '') as name`,
  )
  const { name } = only(rows)
  await keeper.query(`create schema ${name}`)
  return { name, drop: async () => void (await keeper.query(`drop schema ${name} cascade`)) }
}

/** A separate schema in a real PostgreSQL; dropped when the database is closed. */
const openSchema = async (url: string): Promise<Db> => {
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

/** The engines to test a contract with: always PGlite, and PostgreSQL when TEST_DATABASE_URL is set. */
export const engines: readonly { readonly name: string; readonly open: () => Promise<Db> }[] = [
  { name: 'PGlite', open: async () => openPglite(null, await emptyDatabase()) },
  ...(databaseUrl === null ? [] : [{ name: 'PostgreSQL', open: () => openSchema(databaseUrl) }]),
]

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
    beforeEach(() => started().reset())
    tests(started)
  })
}
