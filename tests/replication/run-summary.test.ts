import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

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

/** Requests another run while the first is in progress, and lets so much time pass when the first has ended. */
const runTwice = async (passingMs: number) => {
  let runs = 0
  device.sync.events$.subscribe(({ type }) => {
    if (type === 'started') runs += 1
    if (runs > 1) return
    if (type === 'finished') device.env.clock.advance(passingMs)
    queueMicrotask(() => void device.sync.wake())
  })
  return device.sync.run({ all: true })
}

test('items that the first run put off are reported, though the second had nothing to try', async () => {
  expect(await runTwice(0)).toMatchObject({ synced: 0, retried: 2, stopped: null })
})

test('items that the first run put off and the second sent are not reported as put off', async () => {
  expect(await runTwice(10_000)).toMatchObject({ synced: 2, retried: 0, stopped: null })
})
