import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** Several runs in a row are reported to the surveyor as one. */

let server: TestServer
let device: Device

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  const token = await server.login()
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), token)
  await device.sync.refresh.now('stats')
  device.env.cut()
  for (const answer of ['one', 'two']) await submit(device, 'household-profile', { a: answer })
  await until('both are queued', async () => (await device.db.outbox.find().exec()).length === 2)
  // Nothing is sent before the test starts a run.
  device.env.signIn(null)
  device.env.mend()
  device.env.signIn(token)
  for (let times = 0; times < 2; times += 1) {
    server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions' })
  }
})
afterEach(async () => {
  server.faults.clear()
  await device.crash()
})

test('items that a run put off are reported, though another was asked for that had nothing to try', async () => {
  const asked = device.sync.run({ all: true })
  const { events$ } = device.sync
  events$.subscribe(({ type }) => {
    if (type === 'finished') queueMicrotask(() => void device.sync.wake())
  })
  expect(await asked).toMatchObject({ synced: 0, retried: 2, stopped: null })
})
