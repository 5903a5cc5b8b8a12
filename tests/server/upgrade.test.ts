import { expect, test, vi } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import type { SchemaStep } from '../../server/db/schema-step.ts'
import { schemaSteps } from '../../server/db/schema.ts'
import type { Db } from '../../server/db/db.ts'
import { runAdmin, adminContext } from './admin-line.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { describeServer, engines } from './engines.ts'
import { pngBytes, newSubmission, rowOf, signIn, uploadForm } from './surveyor.ts'
import { sha256Of } from '../../server/files/blobs.ts'

/* Before an upgrade, and between the new version and the former one. */

// A version with a step more than the released ones.
vi.mock('../../server/db/schema.ts', async importOriginal => {
  const original = await importOriginal<{ readonly schemaSteps: readonly SchemaStep[] }>()
  const made = {
    number: original.schemaSteps.length + 1,
    title: 'made up',
    statements: ['create table made_up (id integer)'],
  }
  return { ...original, schemaSteps: [...original.schemaSteps, made] }
})

const newest = schemaSteps.length
const former = schemaSteps.slice(0, -1)

describeServer('the check before an upgrade', server => {
  const check = (db: Db = server().db) =>
    runAdmin({ ...adminContext(server()), db }, ['database', 'check'])

  test('finds nothing in the way of a version that the database belongs to', async () => {
    const lines = (await check()).join('\n')
    expect(lines).toContain(`at step ${newest}: nothing is to be migrated`)
    expect(lines).toMatch(
      /\d+ rows in \d+ tables can be read, and no file is missing in the memory/,
    )
  })

  test('names a lost file, and a table whose rows cannot be read', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    await ask('filesUpload', { id, form: uploadForm('f', [new File([pngBytes(40)], 'a.png')]) })
    const sha256 = sha256Of(pngBytes(40))
    await server().blobs.remove(sha256)
    const failing: Db = {
      ...server().db,
      query: (text, params) =>
        text.includes('from users t')
          ? Promise.reject(new Error('invalid page'))
          : server().db.query(text, params),
      tx: (work, options) =>
        server().db.tx(
          query =>
            work((text, params) =>
              text.includes('from users t')
                ? Promise.reject(new Error('invalid page'))
                : query(text, params),
            ),
          options,
        ),
    }
    await expect(check(failing)).rejects.toThrow('users cannot be read: invalid page')
    await expect(check(failing)).rejects.toThrow(sha256)
  })
})

test.each(engines)(
  'a database of an earlier version is checked and not migrated ($name)',
  async engine => {
    const db = await engine.open()
    const context = { ...adminContext({} as never), db, blobs: createMemoryBlobs() }
    const run = (...line: string[]) => runAdmin(context as never, line)
    expect((await run('database', 'check')).join('\n')).toContain('is empty')
    await migrate(db, former)
    await db.query(
      `insert into users (id, email, password_hash, first_name, last_name, created_at)
       values (gen_random_uuid(), 'a@b.c', '', '', '', now())`,
    )
    expect((await run('database', 'check')).join('\n')).toContain(`step ${newest}: made up`)
    await expect(run('user', 'list')).rejects.toThrow(
      `at step ${former.length}, and this version is at ${newest}`,
    )
    const steps = () => db.query('select number from schema_steps')
    expect(await steps()).toHaveLength(former.length)
    await migrate(db)
    expect(await run('user', 'list')).toHaveLength(1)
    await db.query(`insert into schema_steps (number, title, checksum) values (99, '', '')`)
    await expect(run('database', 'check')).rejects.toThrow('newer than this')
    await db.query(`delete from schema_steps where number = 99`)
    const change = (number: number) =>
      db.query(`update schema_steps set checksum = 'x' where number = $1`, [number])
    await change(newest)
    await expect(run('database', 'check')).rejects.toThrow(`step ${newest}`)
    await change(1)
    await expect(run('database', 'check')).rejects.toThrow('before the first release')
    await db.close()
  },
  60_000,
)

test.each(engines)(
  'a command migrates a database without users ($name)',
  async engine => {
    const db = await engine.open()
    // As a restore leaves it that was killed.
    await migrate(db, former)
    const context = { ...adminContext({} as never), db }
    expect(await runAdmin(context, ['user', 'list'])).toEqual([])
    expect(await db.query('select number from schema_steps')).toHaveLength(newest)
    await db.close()
  },
  60_000,
)
