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

  test('takes a further step on what is stored, and then refuses older servers and changed steps', async () => {
    const old = await engine.open()
    await migrate(old)
    await old.query(`insert into server_values (name, value) values ('kept', 'a')`)
    const further = {
      number: beyond,
      title: 'the length of a value',
      statements: [
        'alter table server_values add column length integer',
        'update server_values set length = octet_length(value)',
        'alter table server_values alter column length set not null',
      ],
    }
    await migrate(old, [...schemaSteps, further])
    expect(await old.query('select name, length from server_values')).toEqual([
      { name: 'kept', length: 1 },
    ])
    expect(await old.query('select number, title from schema_steps')).toEqual(
      [...schemaSteps, further].map(({ number, title }) => ({ number, title })),
    )
    await expect(migrate(old)).rejects.toThrow('newer than this server')
    const changed = { ...further, statements: [] }
    await expect(migrate(old, [...schemaSteps, changed])).rejects.toThrow(`step ${beyond}`)
    await old.close()
  }, 60_000)

  test('from before the first release is refused and stays as it is', async () => {
    const old = await engine.open()
    const early = (number: number) => ({
      number,
      title: 'early',
      statements: [`create table early_${number} (id integer)`],
    })
    await migrate(old, [early(1)])
    await expect(migrate(old)).rejects.toThrow('is from before the first release: empty DATA_DIR')
    // Also when it has more steps than this server.
    const all = Array.from({ length: beyond + 1 }, (_, at) => early(at + 1))
    await migrate(old, all)
    await expect(migrate(old)).rejects.toThrow('before the first release')
    expect(await old.query('select number from schema_steps')).toHaveLength(all.length)
    expect(await old.query('select id from early_1')).toEqual([])
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
    for (const code of ['40001', '40P01', '23503']) {
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
