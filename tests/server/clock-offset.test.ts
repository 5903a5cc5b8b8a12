import { expect, test } from 'vitest'
import { basePath, callPath } from '../../replication/wire/calls.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { column, csvRows } from './csv-rows.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeServer } from './engines.ts'
import { newSubmission, rowOf, signIn, type Ask } from './surveyor.ts'

const formId = 'household-profile'
const details = (sent: string) => ({ accuracy: 4, sent_at: sent })

describeServer('the offset of the clock', server => {
  const admin = adminOf(server)
  /** By the clock of a device that is so far ahead of the server's. */
  const ahead = (ms: number) => new Date(server().clock() + ms).toISOString()
  const post = (ask: Ask, client_key: string, sent: string) =>
    ask('submissionCreate', { body: newSubmission({ client_key, details: details(sent) }) })
  const stored = (key: string) =>
    server().db.query<{ clock_offset: number | null }>(
      `select clock_offset from submissions where client_key = $1`,
      [key],
    )

  test('is exported as the request that made the row had it, and empty without it', async () => {
    const ask = await signIn(server())
    const now = new Date(server().clock())
    server().clock.advance(60_000)
    expect((await post(ask, 'fast', ahead(93_400))).status).toBe(201)
    server().clock.advance(1000)
    expect((await post(ask, 'fast', ahead(-7000))).status).toBe(200)
    await post(ask, 'slow', ahead(-172_800_600))
    server().clock.advance(1000)
    await post(ask, 'dead', '0002-01-01T00:00:00.000Z')
    server().clock.advance(1000)
    await post(ask, 'none', 'soon')
    const directory = await temporaryDirectory()
    const out = (name: string) => join(directory.path, name)
    const from = ['--from', new Date(now.getTime() + 1000).toISOString()]
    await admin('submissions', 'export', formId, '--out', out('v.csv'), ...from)
    const offsets = column(csvRows(await readFile(out('v.csv'), 'utf8')), 'clock_offset')
    expect(offsets).toEqual(['93', '-172801', expect.stringMatching(/^-638\d{8}$/), ''])
    const json = ['--format', 'jsonl', '--out', out('v.jsonl'), ...from]
    await admin('submissions', 'export', formId, ...json)
    const [line = ''] = (await readFile(out('v.jsonl'), 'utf8')).split('\n')
    expect(JSON.parse(line)).toMatchObject({ clock_offset: 93 })
    await directory.remove()
  })

  test('has no part of the time that the body took', async () => {
    const token = await server().login()
    const long = newSubmission({ client_key: 'long', details: details(ahead(2000)) })
    const bytes = new TextEncoder().encode(JSON.stringify(long))
    const body = new ReadableStream<Uint8Array>(
      {
        pull: controller => {
          server().clock.advance(90_000)
          controller.enqueue(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const answer = await server().fetch(`${basePath}${callPath('submissionCreate')}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(201)
    expect(await stored('long')).toEqual([{ clock_offset: 2 }])
  })

  test('is in no answer of the API, and goes with its submission', async () => {
    const ask = await signIn(server())
    const made = await post(ask, 'gone', ahead(2000))
    expect(made.data).not.toHaveProperty('clock_offset')
    expect(await stored('gone')).toEqual([{ clock_offset: 2 }])
    await ask('submissionDelete', { id: rowOf(made).id })
    expect(await stored('gone')).toEqual([{ clock_offset: null }])
  })
})
