import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import type { Db, Query } from '../../server/db/db.ts'
import { silentLog } from './silent-log.ts'
import { describeServer } from './engines.ts'
import type { TestServer } from './make-server.ts'
import {
  asker,
  newSubmission,
  pngBytes,
  rowOf,
  uploadForm,
  valuesOf,
  type Ask,
} from './surveyor.ts'

/**
 * A distributed database ends a transaction that lost a race with 40001 and expects it to be run again. Here every
 * statement of every writing call fails in this way once, and so does the end of the transaction.
 */

const lostRace = () => Object.assign(new Error('could not serialize access'), { code: '40001' })

/** Lets one statement within a transaction fail once: the one with the number that `arm` is given. */
const createFailing = (db: Db) => {
  let count = 0
  let failAt = Number.POSITIVE_INFINITY
  const failing =
    (query: Query): Query =>
    async (text, params) => {
      count += 1
      if (count === failAt) throw lostRace()
      return query(text, params)
    }
  return {
    db: {
      ...db,
      tx: ((work, options) => db.tx(query => work(failing(query)), options)) as Db['tx'],
    },
    arm: (number: number) => {
      failAt = number
      count = 0
    },
    hasFailed: () => count >= failAt,
  }
}

describeServer('a database that asks for retries', server => {
  const askWith = async (db: Db): Promise<Ask> => {
    const token = await server().login()
    const app = await createApp({
      db,
      blobs: server().blobs,
      clock: server().clock,
      log: silentLog,
      mailer: async () => undefined,
      mode: 'production',
      publicUrl: server().origin,
      scryptCost: { ln: 4, r: 1, p: 1 },
    })
    const fetch: TestServer['fetch'] = async (input, init) => {
      const response = await app.fetch(new Request(new URL(String(input), server().origin), init))
      await app.settled()
      return response
    }
    return asker({ ...server(), fetch }, token)
  }

  /** Creates, edits, adds a file, removes it and deletes; returns what the surveyor sees after each step. */
  const work = async (ask: Ask, key: string) => {
    const seen: unknown[] = []
    const body = newSubmission({ client_key: key })
    const made = rowOf(await ask('submissionCreate', { body }))
    const { id } = made
    const field = 'household-profile.photo'
    const form = uploadForm(field, [new File([pngBytes(1)], 'a.png')])
    const uploaded = await ask('filesUpload', { id, form })
    const edit = { ...body, updated_at: body.created_at, merge: true }
    const answers = [{ form_field_id: 'household-profile.head_name', value: 'Asha' }]
    const links = rowOf(uploaded).answers.flatMap(answer =>
      answer.form_field_id === field ? (answer.value_json as string[]) : [],
    )
    const edited = await ask('submissionUpdate', {
      id,
      body: { ...edit, answers, removed_files: links },
    })
    seen.push(valuesOf(made), uploaded.status, valuesOf(rowOf(uploaded)), valuesOf(rowOf(edited)))
    const profile = { first_name: 'Asha', last_name: key, phone_number: '1' }
    seen.push((await ask('accountUpdate', { body: profile })).status)
    seen.push((await ask('submissionDelete', { id })).status)
    const rows = await server().db.query(`select count(*) from submissions where client_key = $1`, [
      key,
    ])
    return [...seen, rows]
  }

  test('gets them, after any statement, and the result is the same', async () => {
    const { db, arm, hasFailed } = createFailing(server().db)
    const ask = await askWith(db)
    const expected = await work(ask, 'none')
    expect(expected.slice(1, 2)).toEqual([200])
    let statements = 0
    for (let failAt = 1; ; failAt += 1) {
      arm(failAt)
      expect([failAt, await work(ask, `key-${failAt}`)]).toEqual([failAt, expected])
      if (!hasFailed()) break
      statements = failAt
    }
    expect(statements).toBeGreaterThan(15)
  }, 120_000)

  test('gets them at the end of a transaction too', async () => {
    const { db } = server()
    // A sequence is not rolled back, so the trigger fails once.
    for (const text of [
      `create sequence lost_races`,
      `create function lose_once() returns trigger language plpgsql as $$ begin
         if nextval('lost_races') = 1 then raise exception 'lost' using errcode = '40001'; end if;
         return null; end $$`,
      `create constraint trigger lose_once after insert on submissions deferrable initially deferred
         for each row execute function lose_once()`,
    ]) {
      await db.query(text)
    }
    try {
      const ask = await askWith(db)
      const answered = await ask('submissionCreate', { body: newSubmission({ client_key: 'end' }) })
      expect(answered.status).toBe(201)
      const rows = await db.query(`select id from submissions where client_key = 'end'`)
      expect(rows).toHaveLength(1)
      expect(await db.query(`select last_value::text as tries from lost_races`)).toEqual([
        { tries: '2' },
      ])
    } finally {
      await db.query(`drop trigger lose_once on submissions`)
      await db.query(`drop function lose_once`)
      await db.query(`drop sequence lost_races`)
    }
  })

  test.each([
    ['57014', 'canceling statement due to statement timeout'],
    ['XX000', 'could not commit transaction for shard 102008 on at least one active node'],
  ])('later, as %s does, gets them from the devices', async (code, message) => {
    const failing: Db = {
      ...server().db,
      tx: () => Promise.reject(Object.assign(new Error(message), { code })),
    }
    const ask = await askWith(failing)
    const { status, headers } = await ask('submissionCreate', { body: newSubmission() })
    expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  })

  test('gets five tries and then the error', async () => {
    let tries = 0
    await expect(
      server().db.tx(async () => {
        tries += 1
        throw lostRace()
      }),
    ).rejects.toThrow('could not serialize')
    expect(tries).toBe(5)
  })
})
