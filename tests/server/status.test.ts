import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { silentLog } from './silent-log.ts'
import { readStatus } from '../../server/status/read-status.ts'
import { recountSubmissions } from '../../server/store/submission-counts.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn } from './surveyor.ts'

describeServer('an operator sees', server => {
  test('the submissions of each of the last seven days, by the server’s clock', async () => {
    const { clock, db } = server()
    const monthAgo = new Date(clock() - 30 * 24 * 3_600_000)
    await db.query(`update submissions set received_at = $1`, [monthAgo])
    await db.tx(recountSubmissions)
    const ask = await signIn(server())
    const send = () => ask('submissionCreate', { body: newSubmission() })
    await send()
    clock.advance(24 * 3_600_000)
    await send()
    await send()
    const daysAt = async () =>
      (await readStatus(db.query, clock())).forms.find(({ id }) => id === 'household-profile')?.days
    expect(await daysAt()).toEqual([0, 0, 0, 0, 0, 1, 2])
    clock.advance(24 * 3_600_000)
    expect(await daysAt()).toEqual([0, 0, 0, 0, 1, 2, 0])
  })

  test('metrics, with the token only', async () => {
    const { db, blobs, clock } = server()
    const appWith = (metricsToken: string | null) =>
      createApp({
        db,
        blobs,
        clock,
        log: silentLog,
        mailer: async () => undefined,
        mode: 'production',
        metricsToken,
        hasRoom: () => Promise.reject(new Error('broken')),
      })
    const app = await appWith('a-secret')
    const read = async (token: string | null, from = app) =>
      from.fetch(
        new Request('http://transect.test/api/metrics', {
          headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        }),
      )
    await app.fetch(new Request('http://transect.test/api/surveyor/forms'))
    await app.fetch(
      new Request('http://transect.test/api/surveyor/form-submissions', {
        method: 'POST',
        headers: { Authorization: `Bearer ${await server().login()}` },
      }),
    )
    const metrics = await (await read('a-secret')).text()
    expect(metrics).toMatch(/^# HELP transect_surveyors .*\n# TYPE transect_surveyors gauge\n/)
    expect(metrics).toContain('\ntransect_surveyors 3\n')
    expect(metrics).toMatch(/\ntransect_submissions_stored\{form="household-profile"\} \d+\n/)
    expect(metrics).toContain('\ntransect_answers_total{status="401"} 1\n')
    expect(metrics).toContain('\ntransect_answers_total{status="500"} 1\n')
    expect(metrics).not.toContain('@')
    for (const token of ['a-secret2', 'a', null]) expect((await read(token)).status).toBe(404)
    const without = await appWith(null)
    for (const token of ['null', '', null]) expect((await read(token, without)).status).toBe(404)
  })
})
