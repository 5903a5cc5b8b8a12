import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { only, retryLostRaces, type Db } from '../../server/db/db.ts'
import { migrate } from '../../server/db/migrate.ts'
import { schemaSteps } from '../../server/db/schema.ts'
import { engines } from './engines.ts'

const beyond = schemaSteps.length + 1

describe.each(engines)('the database ($name)', engine => {
  let db: Db
  beforeAll(async () => {
    db = await engine.open()
    await migrate(db)
  }, 120_000)
  afterAll(() => db.close())

  test('is migrated once, even with several attempts at once', async () => {
    await Promise.all([migrate(db), migrate(db), migrate(db)])
    const steps = await db.query<{ number: number }>('select number from schema_steps')
    expect(steps.map(step => step.number)).toEqual(schemaSteps.map(step => step.number))
  })

  test('takes a further step, and then refuses older servers and changed steps', async () => {
    const further = {
      number: beyond,
      title: 'more',
      statements: ['create table more (id integer)'],
    }
    await migrate(db, [...schemaSteps, further])
    expect(await db.query('select id from more')).toEqual([])
    await expect(migrate(db)).rejects.toThrow('newer than this server')
    const changed = { ...further, statements: ['create table more (id text)'] }
    await expect(migrate(db, [...schemaSteps, changed])).rejects.toThrow(`step ${beyond}`)
    await db.query('drop table more')
    await db.query('delete from schema_steps where number = $1', [beyond])
  })

  test('keeps what earlier versions stored, and fills new columns', async () => {
    const old = await engine.open()
    await migrate(old, schemaSteps.slice(0, 2))
    const [user, id] = [randomUUID(), randomUUID()]
    await old.query(
      `insert into users (id, email, password_hash, first_name, last_name, change_counter, created_at)
       values ($1, 'a@b.c', '', '', '', 1, now())`,
      [user],
    )
    await old.query(
      `insert into forms (id, title, description, status, sections, created_at, updated_at)
       values ('f', '', '', 'published', '[]', now(), now())`,
    )
    await old.query(
      `insert into submissions (user_id, id, form_id, sent_created_at, created_at, updated_at, rev)
       values ($1, $2, 'f', '', '2030-01-01', '2026-01-02T00:00:00Z', 1)`,
      [user, id],
    )
    await old.query(`insert into submission_answers values ($1, $2, 'q', 0, 0, 'naïve', false)`, [
      user,
      id,
    ])
    await migrate(old)
    const rows = await old.query(
      `select rev, mark, received_at, answer_bytes, clock_offset from submissions where id = $1`,
      [id],
    )
    const received_at = new Date('2026-01-02T00:00:00Z')
    expect(rows).toEqual([{ rev: '1', mark: '', received_at, answer_bytes: 6, clock_offset: null }])
    expect(await old.query('select form_id, stored from submission_totals')).toEqual([
      { form_id: 'f', stored: 1 },
    ])
    expect(await old.query('select form_id, day::text, stored from submission_days')).toEqual([
      { form_id: 'f', day: '2026-01-02', stored: 1 },
    ])
    await old.close()
  }, 60_000)

  test('is migrated without a time limit, whatever other statements have', async () => {
    const fresh = await engine.open()
    const title = 'the time limit'
    const statements = [`create table noted as select current_setting('statement_timeout') as ms`]
    await migrate(fresh, [...schemaSteps, { number: beyond, title, statements }])
    expect(await fresh.query('select ms from noted')).toEqual([{ ms: '0' }])
    const ms = only(
      await fresh.query<{ ms: string }>(`select current_setting('statement_timeout') as ms`),
    )
    expect(ms).toEqual({ ms: engine.name === 'PGlite' ? '0' : '30s' })
    await fresh.close()
  }, 60_000)

  test('leaves nothing of a step that fails half-way', async () => {
    const broken = {
      number: beyond,
      title: 'broken',
      statements: ['create table half (id integer)', 'create table half (id integer)'],
    }
    await expect(migrate(db, [...schemaSteps, broken])).rejects.toThrow('half')
    await expect(db.query('select id from half')).rejects.toThrow('half')
    const steps = await db.query('select number from schema_steps')
    expect(steps).toHaveLength(schemaSteps.length)
  })

  test('returns bigint as text with every digit, and times to the millisecond', async () => {
    const at = new Date('2026-11-20T09:12:13.457Z')
    const row = only(
      await db.query<{ big: string; at: Date; list: readonly string[] }>(
        `select 9007199254740993::bigint as big, $1::timestamptz as at, $2::text[] as list`,
        [at, ['a', 'b,"c']],
      ),
    )
    expect(row).toEqual({ big: '9007199254740993', at, list: ['a', 'b,"c'] })
  })

  test('rolls back a failed transaction, and throws its error', async () => {
    const before = await db.query('select name from server_values')
    const failing = db.tx(async query => {
      await query(`insert into server_values (name, value) values ('x', 'y')`)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await db.query('select name from server_values')).toEqual(before)
  })
})

describe('a transaction that loses a race', () => {
  const lost = (code: string) => Object.assign(new Error('lost'), { code })

  test('is repeated, and gives up in the end', async () => {
    for (const code of ['40001', '40P01']) {
      let tries = 0
      const second = await retryLostRaces(async () => {
        tries += 1
        if (tries === 1) throw lost(code)
        return tries
      })
      expect(second).toBe(2)
    }
    let tries = 0
    const never = retryLostRaces(async () => {
      tries += 1
      throw lost('40001')
    })
    await expect(never).rejects.toThrow('lost')
    expect(tries).toBe(5)
  })

  test('is not repeated for any other failure', async () => {
    let tries = 0
    const wrong = retryLostRaces(async () => {
      tries += 1
      throw lost('23505')
    })
    await expect(wrong).rejects.toThrow('lost')
    expect(tries).toBe(1)
  })
})
