import { chown, mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../server/db/postgres.ts'
import { only, type Db } from '../../server/db/db.ts'
import { createDatabaseLink, type DatabaseLink } from './database-link.ts'
import { databaseUrl, withSchema } from './engines.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { createDiskBlobs } from '../../server/files/blobs-disk.ts'
import { createApp } from '../../server/app.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'
import { asker, newSubmission, pngBytes, rowOf, signIn, uploadForm, type Ask } from './surveyor.ts'

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
    server = await startTestServer({ db })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await link.close()
    await drop()
    await keeper.close()
  })

  const submitters = async (
    ask: Ask,
    disturb: (acknowledged: readonly string[]) => Promise<unknown>,
  ) => {
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
    await disturb(acknowledged)
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
    const { acknowledged, statuses } = await submitters(ask, async done => {
      // At least ten times, and on a slow machine until enough was acknowledged in between.
      for (let times = 0; times < 10 || (done.length <= 20 && times < 100); times += 1) {
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

  test('as the one that takes writes costs a call for each connection to it, and the next ones find the new one', async () => {
    const ask = await signIn(server)
    // The pool's ten connections, as after a failover in which their server came back as a standby.
    await Promise.all(
      Array.from({ length: 10 }, () =>
        server.db.query(
          `select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.3)`,
        ),
      ),
    )
    const submit = async () => (await ask('submissionCreate', { body: newSubmission() })).status
    const statuses: number[] = []
    while (statuses.length < 30 && statuses.at(-1) !== 201) statuses.push(await submit())
    expect(statuses.length).toBeLessThanOrEqual(11)
    expect(statuses.slice(0, -1).filter(status => status !== 503)).toEqual([])
    expect([statuses.at(-1), await submit()]).toEqual([201, 201])
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

describe.runIf(databaseUrl !== null)('many statements at once', () => {
  test('wait for a free connection, because phones that return together are not a lost database', async () => {
    const db = await openPostgres({ url: databaseUrl ?? '' })
    // All ten connections, for longer than a lost database would be waited for.
    const slow = Array.from({ length: 10 }, () => db.query('select pg_sleep(6)'))
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    await Promise.all(slow)
    await db.close()
  }, 60_000)
})

/** Fills a disk except for a few pages; the returned function empties it again. */
const fillDisk = async (path: string): Promise<() => Promise<void>> => {
  const ballast = join(path, 'ballast')
  const { bavail, bsize } = await statfs(path)
  await writeFile(ballast, Buffer.alloc(bavail * bsize))
  return () => rm(ballast)
}

/* Only where this user may mount a disk and the database is on this machine. */
describe.runIf(databaseUrl !== null)('a disk that fills up', () => {
  test('under PostgreSQL or under the files refuses writes, answers reads, and recovers', async context => {
    const path = await mkdtemp(join(tmpdir(), 'transect-disk-'))
    if (!mountDisk(path, '40m')) return context.skip()
    const keeper = await openPostgres({ url: databaseUrl ?? '' })
    const schema = await withSchema(keeper)
    const tables = join(path, 'tables')
    try {
      const { place } = only(
        await keeper.query<{ place: string }>(`select current_setting('data_directory') as place`),
      )
      const owner = await stat(place).catch(() => null)
      if (owner === null) return context.skip()
      await mkdir(tables)
      await chown(tables, owner.uid, owner.gid)
      await keeper.query(`create tablespace ${schema.name} location '${tables}'`)
      const options = encodeURIComponent(
        `-c search_path=${schema.name} -c default_tablespace=${schema.name}`,
      )
      const db = await openPostgres({ url: `${databaseUrl ?? ''}?options=${options}` })
      const server = await startTestServer({ db })
      const app = await createApp({
        ...server,
        blobs: createDiskBlobs(join(path, 'files')),
        log: () => undefined,
        mailer: async () => undefined,
        mode: 'production',
      })
      const ask = asker(
        {
          ...server,
          fetch: (input, init) =>
            app.fetch(new Request(new URL(String(input), server.origin), init)),
        },
        await server.login(),
      )
      const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
      const large = {
        body: newSubmission({
          answers: [{ form_field_id: 'f', value: `${Math.random()}`.repeat(5000) }],
        }),
      }
      const upload = () =>
        ask('filesUpload', {
          id,
          form: uploadForm('f', [new File([pngBytes(1, 50_000)], 'a.png')]),
        })
      const empty = await fillDisk(path)
      const statuses = new Set<number>()
      for (let tries = 0; tries < 20; tries += 1)
        statuses.add((await ask('submissionCreate', large)).status)
      expect([...statuses].filter(status => ![201, 503].includes(status))).toEqual([])
      expect(statuses).toContain(503)
      const refused = await upload()
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30'])
      expect((await ask('submissions')).status).toBe(200)
      await empty()
      expect((await ask('submissionCreate', large)).status).toBe(201)
      expect((await upload()).status).toBe(200)
      await server.close()
    } finally {
      await schema.drop()
      await keeper.query(`drop tablespace if exists ${schema.name}`)
      await keeper.close()
      unmountDisk(path)
      await rm(path, { recursive: true })
    }
  }, 120_000)
})
