import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../server/db/postgres.ts'
import { only, type Db } from '../../server/db/db.ts'
import { createDatabaseLink, type DatabaseLink } from './database-link.ts'
import { databaseUrl, withSchema } from './engines.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { newSubmission, signIn, type Ask } from './surveyor.ts'

/* Only for a database behind a network, because the embedded one is in the process. */
describe.runIf(databaseUrl !== null)('a PostgreSQL server that is lost', () => {
  let link: DatabaseLink
  let keeper: Db
  let server: TestServer
  let drop: () => Promise<void>
  beforeAll(async () => {
    link = await createDatabaseLink(databaseUrl ?? '')
    keeper = await openPostgres({ url: databaseUrl ?? '' })
    const schema = await withSchema(keeper)
    drop = schema.drop
    const url = `${link.url}?application_name=${schema.name}`
    const db = await openPostgres({ url, schema: schema.name })
    server = await startTestServer({ db, pastTotal: 0 })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await link.close()
    await drop()
    await keeper.close()
  })

  const submitters = async (ask: Ask, disturb: () => Promise<unknown>) => {
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let isOver = false
    const submit = async (name: string) => {
      for (let count = 0; !isOver; count += 1) {
        const client_key = `${name}-${count}`
        const { status } = await ask('submissionCreate', { body: newSubmission({ client_key }) })
        statuses.add(status)
        if (status === 201) acknowledged.push(client_key)
      }
    }
    const running = Array.from({ length: 16 }, (_, index) => submit(`s${Math.random()}-${index}`))
    await disturb()
    isOver = true
    await Promise.all(running)
    return { acknowledged, statuses: [...statuses].sort() }
  }

  const expectStored = async (keys: readonly string[]) => {
    const stored = only(
      await server.db.query<{ count: string }>(
        `select count(*) from submissions where client_key = any($1::text[])`,
        [keys],
      ),
    )
    expect(Number(stored.count)).toBe(keys.length)
  }

  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

  test('in the middle of transactions costs some calls and never the process', async () => {
    const ask = await signIn(server)
    const name = only(
      await server.db.query<{ name: string }>(`select current_schema() as name`),
    ).name
    const { acknowledged, statuses } = await submitters(ask, async () => {
      for (let times = 0; times < 10; times += 1) {
        await pause(150)
        await keeper.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`,
          [name],
        )
      }
      await pause(300)
    })
    expect(statuses.filter(status => ![201, 503].includes(status))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(20)
    await expectStored(acknowledged)
    expect((await ask('submissionCreate', { body: newSubmission() })).status).toBe(201)
  }, 60_000)

  test('is reported by readiness, not by liveness, and recovers by itself', async () => {
    const ask = await signIn(server)
    const health = async () => [
      (await server.fetch('/api/health')).status,
      (await server.fetch('/api/health/live')).status,
    ]
    expect(await health()).toEqual([200, 200])
    await link.stop()
    expect(await health()).toEqual([503, 200])
    const refused = await ask('submissions')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
    await link.resume()
    expect(await health()).toEqual([200, 200])
    expect((await ask('submissions')).status).toBe(200)

    link.freeze()
    const asked = performance.now()
    expect(await health()).toEqual([503, 200])
    expect(performance.now() - asked).toBeLessThan(5000)
    await link.resume()
    expect(await health()).toEqual([200, 200])
  }, 60_000)
})
