import { expect, test } from 'vitest'
import { describeServer } from './engines.ts'
import { newSubmission, rowOf, signIn, type Ask } from './surveyor.ts'

/** When an interview was submitted, by a clock that may be wrong: only a day that no clock can show is refused. */

const formId = 'household-profile'

describeServer('the time of a submission', server => {
  const send = (ask: Ask, created_at: string) => {
    server().clock.advance(1000)
    return ask('submissionCreate', { body: newSubmission({ form_id: formId, created_at }) })
  }
  const today = async (ask: Ask) => (await ask('stats')).data

  test.each([
    '2026-02-30T10:00:00.000Z',
    '2026-02-31T10:00:00.000Z',
    '2025-02-29T10:00:00.000Z',
    '1900-02-29T10:00:00.000Z',
    '2026-04-31T10:00:00.000Z',
    '2026-06-31T10:00:00+05:30',
    '2026-09-31T00:00:00Z',
    '2026-11-31T23:59:59-08:00',
    '9999-02-29T10:00:00.000Z',
    '2023-02-29T10:00:00.000Z',
  ])('is refused by name with the day of %s', async created_at => {
    const ask = await signIn(server())
    const before = await today(ask)
    const refused = await send(ask, created_at)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ status: false, errors: { created_at: [/\S/] } })
    expect(await today(ask)).toEqual(before)
  })

  test.each([
    '2028-02-29T10:00:00.000Z',
    '2000-02-29T10:00:00.000Z',
    '2026-02-28T23:30:00-05:00',
    '2026-03-01T00:30:00+05:30',
    '1970-01-01T00:00:00.000Z',
    '1980-01-06T00:00:00.000Z',
    '2036-02-07T06:28:16.000Z',
    '2100-12-31T23:59:59.999Z',
    '9999-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('is kept as it was sent by a clock at %s', async created_at => {
    const ask = await signIn(server())
    const made = await send(ask, created_at)
    expect([made.status, rowOf(made).created_at]).toEqual([201, created_at])
    const read = await ask('submission', { id: rowOf(made).id })
    expect(rowOf(read).created_at).toBe(created_at)
  })

  test('of a clock that is years ahead is not first in the list, and not among those of each day', async () => {
    const ask = await signIn(server())
    const ahead = rowOf(await send(ask, '9999-12-31T23:59:59.999Z')).id
    const later = rowOf(await send(ask, new Date(server().clock() + 1000).toISOString())).id
    const listed = await ask('submissions')
    expect((listed.data as { id: string }[]).slice(0, 2).map(({ id }) => id)).toEqual([
      later,
      ahead,
    ])
    const counted = await today(ask)
    server().clock.advance(48 * 3_600_000)
    expect([counted, await today(ask)]).toMatchObject([
      { submissions_today: 2 },
      { submissions_today: 0 },
    ])
  })
})
