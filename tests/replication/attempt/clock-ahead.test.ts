import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDisk, openDevice, submissionOf, submit } from '../../device.ts'
import { createFakeClock } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** A phone with a wrong clock, with our server. */

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.reset())

test.each(['1970-01-01T00:00:10Z', '2100-02-28T23:59:59Z', '9999-12-31T12:00:00Z'])(
  'an interview arrives from a clock at %s, and stays on the phone',
  async shown => {
    const token = await server.login()
    const clock = createFakeClock(Date.parse(shown))
    const device = await openDevice({ ...server, clock }, createDisk(), token)
    const forms = await device.api.forms(1)
    const form = (forms.ok ? forms.value.heads : []).find(({ status }) => status !== 'draft')
    const { id } = await submit(device, form?.id ?? '', { q: 'yes' })
    await device.sync.run({ all: true })
    expect(await device.db.outbox.find().exec()).toEqual([])
    expect(await entriesIn(device.db)).toEqual([])
    const kept = await submissionOf(device, id)
    expect(kept?.answers).toEqual({ q: 'yes' })
    const listed = await device.api.submissions(1, 100)
    expect(listed.ok ? listed.value.map(({ created_at }) => created_at) : []).toEqual([
      kept?.created_at,
    ])
    await device.crash()
  },
)
