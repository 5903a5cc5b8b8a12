import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { readManifest } from '../../server/backup/manifest.ts'
import { only, type Db } from '../../server/db/db.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { adminContext, adminOf, runAdmin } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { clusterUrl, describeServer, openDistributed, openSchema } from './engines.ts'
import { startTestServer, type TestServer } from './make-server.ts'
import { silentLog } from './silent-log.ts'
import {
  asker,
  newSubmission,
  pngBytes,
  rowOf,
  rowsOf,
  signIn,
  uploadForm,
  type Answered,
} from './surveyor.ts'

/** The tables of a cluster, by the administrator's commands. */

const photo = () => uploadForm('photo', [new File([pngBytes(1)], 'a.png')])

/** A database whose transactions fail from the given one on, as after a kill. */
const killedAfter = (db: Db, count: number): Db => {
  let left = count
  return {
    ...db,
    tx: (work, options) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : db.tx(work, options)
    },
  }
}

/** The foreign keys; not those of the coordinator's own copies, whose names end with a number. */
const keysOf = (db: Db) =>
  db.query(
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
       and conrelid::regclass::text !~ '\\d$'
     order by 1, 2`,
  )

describe.runIf(clusterUrl !== null)('a filled cluster', () => {
  test('is distributed, also after an interruption, and loses no row and no key', async () => {
    const db = await openSchema(clusterUrl ?? '')
    const server = await startTestServer({ db, pastTotal: 12 })
    const admin = adminOf(() => server)
    const ask = await signIn(server)
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    await ask('filesUpload', { id, form: photo() })
    const list = async () => rowsOf(await ask('submissions'))
    const [rows, keys] = [await list(), await keysOf(db)]

    expect(await admin('database', 'distribute', '--dry-run')).toContain(
      '22 tables would be moved:',
    )
    expect((await admin('database', 'check')).join('\n')).toContain('Not yet where they belong')
    const killed = { ...adminContext(server), db: killedAfter(db, 5) }
    await expect(runAdmin(killed, ['database', 'distribute'])).rejects.toThrow('killed')
    const rest = (await admin('database', 'distribute')).join('\n')
    expect(rest).toContain('distributed by the surveyor: change_counters,')
    expect(rest).not.toContain('users')
    expect((await admin('database', 'check')).join('\n')).not.toContain('Not yet')
    expect(await admin('database', 'distribute')).toEqual(['All tables are where they belong.'])

    expect([await list(), await keysOf(db)]).toEqual([rows, keys])
    const { bytes } = only(
      await db.query<{ bytes: string }>(
        `select sum(pg_relation_size(oid))::text as bytes from pg_class
         where relkind = 'r' and relnamespace = current_schema()::regnamespace
           and relname in ('users', 'submissions', 'submission_answers')`,
      ),
    )
    expect(bytes).toBe('0')
    expect((await ask('submissionCreate', { body: newSubmission() })).status).toBe(201)
    await server.close()
  }, 120_000)
})

describe.runIf(clusterUrl !== null)('a distributed cluster', () => {
  const started = async () =>
    startTestServer({ db: await openDistributed(clusterUrl ?? ''), pastTotal: 12 })

  test('is distributed after a restore too, also after one that was killed', async () => {
    const directory = await temporaryDirectory()
    const backup = join(directory.path, 'backup')
    const server = await started()
    await adminOf(() => server)('backup', 'create', backup)
    const db = await openDistributed(clusterUrl ?? '')
    const context = { ...adminContext(server), db }
    await runAdmin(context, ['user', 'list'])
    // The tables are dropped by then.
    const killed = { ...context, db: killedAfter(db, 2) }
    await expect(runAdmin(killed, ['backup', 'restore', backup])).rejects.toThrow('killed')
    await runAdmin(context, ['backup', 'restore', backup])
    const lines = (await runAdmin(context, ['database', 'check'])).join('\n')
    expect(lines).toContain('on the coordinator: freed_blobs, admin_trail')
    expect(lines).not.toContain('Not yet')
    const { query } = db
    expect(await query('select id from submissions')).toHaveLength(12)
    await db.close()
    await server.close()
    await directory.remove()
  }, 120_000)

  test('is backed up as of one moment on all nodes', async () => {
    const directory = await temporaryDirectory()
    const backup = join(directory.path, 'backup')
    const server = await started()
    const ask = await signIn(server)
    const made: Answered[] = []
    const submitting: Db = {
      ...server.db,
      tx: (work, options) =>
        server.db.tx(
          query =>
            work(async (text, params) => {
              if (text.includes('from schema_steps')) {
                made.push(await ask('submissionCreate', { body: newSubmission() }))
              }
              return query(text, params)
            }),
          options,
        ),
    }
    await runAdmin({ ...adminContext(server), db: submitting }, ['backup', 'create', backup])
    expect(made.map(({ status }) => status)).toEqual([201])
    expect(await server.db.query('select id from submissions')).toHaveLength(13)
    const { tables } = await readManifest(backup)
    expect(tables.find(({ name }) => name === 'submissions')?.rows).toBe(12)
    await server.close()
    await directory.remove()
  }, 60_000)

  test('is served through each worker', async () => {
    const server = await started()
    const token = await server.login()
    const { schema } = only(
      await server.db.query<{ schema: string }>('select current_schema() as schema'),
    )
    const workers = await server.db.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards`,
    )
    expect(workers.length).toBeGreaterThan(0)
    for (const { host, port } of workers) {
      const url = new URL(clusterUrl ?? '')
      url.host = `${host}:${port}`
      const db = await openPostgres({ url: url.href, schema })
      const app = await createApp({
        ...server,
        db,
        log: silentLog,
        mailer: async () => undefined,
        mode: 'production',
      })
      const fetch: TestServer['fetch'] = (input, init) =>
        app.fetch(new Request(new URL(String(input), server.origin), init))
      const ask = asker({ ...server, fetch }, token)
      const made = await ask('submissionCreate', { body: newSubmission() })
      expect(made.status).toBe(201)
      const { id } = rowOf(made)
      expect((await ask('filesUpload', { id, form: photo() })).status).toBe(200)
      expect(rowsOf(await ask('submissions')).map(row => row.id)).toContain(id)
      expect((await ask('submissionDelete', { id })).status).toBe(200)
      await app.settled()
      await expect(
        runAdmin({ ...adminContext(server), db }, ['database', 'distribute']),
      ).rejects.toThrow('connect to its coordinator')
      await db.close()
    }
    await server.close()
  }, 120_000)
})

describeServer('a database', server => {
  test('that is no cluster is not distributed', async context => {
    if ((await adminOf(server)('database', 'check')).join().includes('cluster')) context.skip()
    await expect(adminOf(server)('database', 'distribute')).rejects.toThrow('no cluster')
  })
})
