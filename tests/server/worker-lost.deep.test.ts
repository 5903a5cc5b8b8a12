import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken, tokenSha256 } from '../../server/auth/tokens.ts'
import type { Db } from '../../server/db/db.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { insertUser } from '../../server/store/admin.ts'
import { assignForm } from '../../server/store/forms.ts'
import { insertSession } from '../../server/store/sessions.ts'
import { createDatabaseLink, type DatabaseLink } from './database-link.ts'
import { clusterUrl, openDistributed } from './engines.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { asker, newSubmission, pngBytes, rowOf, uploadForm } from './surveyor.ts'

interface Node {
  readonly id: number
  readonly host: string
  readonly port: number
}

/* Only for a cluster on this machine, and alone on it, because a worker is moved behind a link that the test cuts. */
describe.runIf(clusterUrl !== null)('a worker that is lost under load', () => {
  let keeper: Db
  let server: TestServer
  let link: DatabaseLink
  let lost: Node
  const moveTo = async (port: number): Promise<void> => {
    await keeper.query('select citus_update_node($1, $2, $3)', [lost.id, lost.host, port])
    await keeper.query('select start_metadata_sync_to_all_nodes()')
  }

  beforeAll(async () => {
    keeper = await openPostgres({ url: clusterUrl ?? '' })
    server = await startTestServer({ db: await openDistributed(clusterUrl ?? '') })
    const workers = await keeper.query<Node>(
      `select nodeid as id, nodename as host, nodeport as port from pg_dist_node
       where shouldhaveshards order by nodeid desc`,
    )
    if (workers[0] === undefined) throw new Error('The cluster has no worker')
    lost = workers[0]
    link = await createDatabaseLink(`postgres://${lost.host}:${lost.port}`)
    await moveTo(Number(new URL(link.url).port))
  }, 120_000)
  afterAll(async () => {
    await link.resume()
    await moveTo(lost.port)
    await server.close()
    await link.close()
    await keeper.close()
  })

  /** A new surveyor with a session, and whether the worker that will be lost has their rows. */
  const newSurveyor = async (number: number) => {
    const { db } = server
    const now = new Date(server.clock())
    const id = randomUUID()
    const user = {
      id,
      email: `s${number}@x.example`,
      firstName: 'S',
      lastName: '',
      phoneNumber: '',
    }
    const more = { passwordHash: '', address: '', organizationId: null, now }
    await db.tx(query => insertUser(query, { ...user, ...more }))
    await assignForm(db.query, id, 'household-profile', now)
    const token = newToken()
    await insertSession(db.query, tokenSha256(token), id, now, new Date(now.getTime() + 3_600_000))
    const found = await db.query(
      `select 1 from pg_dist_shard_placement where nodeport = $2 and shardid =
         get_shard_id_for_distribution_column('submissions', $1::uuid)`,
      [id, Number(new URL(link.url).port)],
    )
    // Not the server's own fetch, which waits for the work after an answer too.
    const fetch: TestServer['fetch'] = (input, init) =>
      server.app.fetch(new Request(new URL(String(input), server.origin), init))
    return { id, ask: asker({ ...server, fetch }, token), isOfLost: found.length > 0 }
  }

  /** Surveyors of both kinds, and the link's worker has the rows of some. */
  const newSurveyors = async (from: number) => {
    const made: Awaited<ReturnType<typeof newSurveyor>>[] = []
    for (let at = from; at < from + 16; at += 1) made.push(await newSurveyor(at))
    expect(new Set(made.map(({ isOfLost }) => isOfLost)).size).toBe(2)
    return made
  }

  test('costs only its surveyors a 503 for that time, and no acknowledged work', async () => {
    const surveyors = await newSurveyors(0)
    let phase: 'before' | 'down' | 'after' = 'before'
    let isOver = false
    const seen = new Map<string, number>()
    const note = (of: boolean, status: number, retryAfter: string | null) => {
      const key = `${of ? 'its' : 'other'} ${phase} ${status} ${retryAfter ?? ''}`.trim()
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    const acknowledged: string[] = []
    const work = async ({ id, ask, isOfLost }: (typeof surveyors)[number]) => {
      for (let count = 0; !isOver; count += 1) {
        const client_key = `${id} ${count}`
        let isStored = false
        while (!isOver && !isStored) {
          const made = await ask('submissionCreate', { body: newSubmission({ client_key }) })
          note(isOfLost, made.status, made.headers.get('Retry-After'))
          isStored = made.status < 300
          if (!isStored) continue
          acknowledged.push(client_key)
          const form = uploadForm('photo', [new File([pngBytes(count % 200)], 'a.png')])
          const uploaded = await ask('filesUpload', { id: rowOf(made).id, form })
          note(isOfLost, uploaded.status, uploaded.headers.get('Retry-After'))
        }
      }
    }
    const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
    const health = async () => {
      const answered = await server.fetch('/api/health')
      const { data } = (await answered.json()) as { data: unknown }
      return [answered.status, data]
    }
    const running = surveyors.map(work)
    await pause(3000)
    await link.stop()
    await pause(500)
    phase = 'down'
    await pause(3000)
    expect(await health()).toEqual([200, { silent_nodes: [lost.id] }])
    await link.resume()
    await pause(500)
    phase = 'after'
    await pause(4000)
    isOver = true
    await Promise.all(running)

    const kinds = [...seen.keys()].sort()
    expect(kinds.filter(kind => !/ (200|201|503 5)$/.test(kind))).toEqual([])
    expect(kinds.filter(kind => /^other .* 503/.test(kind))).toEqual([])
    expect(kinds).toEqual(
      expect.arrayContaining(['its down 503 5', 'other down 201', 'its after 201']),
    )
    expect(await health()).toEqual([200, { silent_nodes: [] }])
    const stored = await server.db.query<{ key: string }>(
      `select client_key as key from submissions where client_key = any($1::text[])`,
      [acknowledged],
    )
    expect(stored.map(({ key }) => key).sort()).toEqual(acknowledged.sort())
  }, 120_000)

  test('that hangs holds up only its surveyors', async () => {
    const surveyors = await newSurveyors(16)
    const submit = ({ ask, id }: (typeof surveyors)[number], round: number) =>
      ask('submissionCreate', { body: newSubmission({ client_key: `${id} ${round}` }) })
    const hung = surveyors.filter(({ isOfLost }) => isOfLost)
    const others = surveyors.filter(({ isOfLost }) => !isOfLost)
    for (const surveyor of surveyors) expect((await submit(surveyor, 0)).status).toBe(201)
    link.freeze()
    let answered = 0
    const rounds = [1, 2, 3, 4, 5, 6]
    const hanging = rounds.flatMap(round =>
      hung.map(surveyor => submit(surveyor, round).finally(() => (answered += 1))),
    )
    // A deletion is followed by a sweep, which asks all nodes.
    for (const round of rounds) {
      const made = await Promise.all(others.map(surveyor => submit(surveyor, round)))
      expect(made.map(({ status }) => status)).toEqual(others.map(() => 201))
      const deleted = made.map((row, at) =>
        others[at]?.ask('submissionDelete', { id: rowOf(row).id }),
      )
      expect((await Promise.all(deleted)).map(one => one?.status)).toEqual(others.map(() => 200))
    }
    expect(answered).toBe(0)
    await link.resume()
    await Promise.all(hanging)
    for (const surveyor of hung) expect((await submit(surveyor, 1)).status).toBeLessThan(300)
  }, 120_000)
})
