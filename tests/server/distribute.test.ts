import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { readManifest } from '../../server/backup/manifest.ts'
import { only, type Db } from '../../server/db/db.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { tables } from '../../server/db/schema.ts'
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
      // With that of the schema's steps.
      `${tables.length + 1} tables would be moved:`,
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

describe.runIf(clusterUrl !== null)('a cluster that surveyors use', () => {
  /** A second connection, whose transactions are not the command's. */
  const another = async (db: Db): Promise<Db> => {
    const { schema } = only(await db.query<{ schema: string }>('select current_schema() as schema'))
    return openPostgres({ url: clusterUrl ?? '', schema })
  }

  /** Resolves when a transaction waits for a table that another one uses. */
  const tableIsAwaited = async (db: Db): Promise<void> => {
    const { waiting } = only(
      await db.query<{ waiting: boolean }>(
        `select exists (select from pg_locks l join pg_class c on c.oid = l.relation
           where not l.granted and c.relnamespace = current_schema()::regnamespace) as waiting`,
      ),
    )
    if (!waiting) await tableIsAwaited(db)
  }

  /** A database that counts the tries of its transactions. */
  const counting = (db: Db) => {
    const tries: string[] = []
    const counted: Db = {
      ...db,
      tx: (work, options) =>
        db.tx(query => {
          tries.push('')
          return work(query).catch((failure: Error & { code?: string }) => {
            tries[tries.length - 1] = failure.code ?? failure.message
            throw failure
          })
        }, options),
    }
    return { counted, tries }
  }

  test('waits for a submit that has begun, and neither ends the other', async () => {
    const db = await openSchema(clusterUrl ?? '')
    const server = await startTestServer({ db, pastTotal: 12 })
    // The tables of surveyors are next: what is moved before them has no keys among itself.
    const references = tables.filter(({ placement }) => placement === 'reference')
    const killed = { ...adminContext(server), db: killedAfter(db, references.length) }
    await expect(runAdmin(killed, ['database', 'distribute'])).rejects.toThrow('killed')
    const [command, submit, watch] = [counting(db), counting(await another(db)), await another(db)]
    const { id } = only(
      await db.query<{ id: string }>('select user_id as id from submissions limit 1'),
    )
    let distributed: Promise<unknown> = Promise.resolve()
    await submit.counted.tx(async query => {
      await query('update change_counters set value = value + 1 where user_id = $1', [id])
      distributed = runAdmin({ ...adminContext(server), db: command.counted }, [
        'database',
        'distribute',
      ])
      await tableIsAwaited(watch)
      await query(`update submissions set mark = 'submitted' where user_id = $1`, [id])
      await query(`update submission_answers set position = position where user_id = $1`, [id])
    })
    await distributed
    expect(submit.tries).toEqual([''])
    expect(command.tries.filter(code => code === '40P01')).toEqual([])
    expect(await db.query(`select from submissions where mark = 'submitted'`)).toHaveLength(12)
    for (const each of [watch, submit.counted]) await each.close()
    await server.close()
  }, 120_000)

  test('is not distributed while something else keeps a table, which is said', async () => {
    const db = await openSchema(clusterUrl ?? '')
    const server = await startTestServer({ db, pastTotal: 12 })
    const reader = await another(db)
    await reader.tx(async query => {
      await query('select id from forms')
      await expect(adminOf(() => server)('database', 'distribute')).rejects.toThrow(
        'Something else uses the tables for long',
      )
    })
    await adminOf(() => server)('database', 'distribute')
    expect((await adminOf(() => server)('database', 'check')).join()).not.toContain('Not yet')
    await reader.close()
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
