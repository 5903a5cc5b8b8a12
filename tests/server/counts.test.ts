import { expect, test } from 'vitest'
import { runAdmin } from './admin-line.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import type { Db } from '../../server/db/db.ts'
import { describeServer } from './engines.ts'
import { newSubmission, rowOf, signIn } from './surveyor.ts'

/** The counts as stored, and as the rows themselves say. */
const countsOf = async ({ query }: Db) => ({
  stored: {
    totals: await query(
      `select user_id, form_id, stored, last_received_at from submission_totals where stored > 0 order by 1, 2`,
    ),
    days: await query(
      `select user_id, form_id, day::text, stored from submission_days where stored > 0 order by 1, 2, 3`,
    ),
  },
  real: {
    totals: await query(
      `select user_id, form_id, count(*)::integer as stored, max(received_at) as last_received_at
       from submissions where deleted_at is null group by 1, 2 order by 1, 2`,
    ),
    days: await query(
      `select user_id, form_id, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day,
         count(*)::integer as stored
       from submissions where deleted_at is null group by 1, 2, 3 order by 1, 2, 3`,
    ),
  },
})

describeServer('the numbers of submissions', server => {
  const expectTrue = async () => {
    const { stored, real } = await countsOf(server().db)
    expect(stored).toEqual(real)
    return real
  }

  test('are those of the rows, after every kind of write', async () => {
    const { clock } = server()
    const ask = await signIn(server())
    const create = (key: string) =>
      ask('submissionCreate', { body: newSubmission({ client_key: key }) })
    const total = async () =>
      ((await ask('stats')).data as { readonly total_submissions: number }).total_submissions
    const before = await total()
    expect((await expectTrue()).days.length).toBeGreaterThan(2)
    const first = rowOf(await create('a'))
    // Twice at once, and once more afterwards: one row.
    await Promise.all([create('b'), create('b')])
    await create('b')
    await expectTrue()
    clock.advance(36 * 3_600_000)
    const last = rowOf(await create('c'))
    await expectTrue()
    expect(await total()).toBe(before + 3)
    await ask('submissionDelete', { id: first.id })
    await ask('submissionDelete', { id: first.id })
    await expectTrue()
    expect(await total()).toBe(before + 2)
    const body = { ...newSubmission(), latitude: 5, updated_at: new Date(clock()).toISOString() }
    await ask('submissionUpdate', { id: last.id, body })
    await expectTrue()
    expect((await ask('submissions')).body['meta']).toMatchObject({ total: before + 2 })
  })

  test('are counted again by `database restored`, and go with an erased surveyor', async () => {
    const { db, blobs, clock } = server()
    const admin = (...line: string[]) =>
      runAdmin({ db, blobs, clock, passwords: createPasswords({ ln: 4, r: 1, p: 1 }) }, line)
    await db.query('update submission_totals set stored = stored + 7')
    await db.query('delete from submission_days')
    await admin('database', 'restored')
    await expectTrue()
    await admin('user', 'erase', 'asha@transect.example', '--yes')
    expect((await expectTrue()).totals).toEqual([])
  })
})
