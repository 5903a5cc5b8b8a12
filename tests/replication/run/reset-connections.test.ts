import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reachedAgain$ } from '../../../replication/http/probe.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** The server answers everything but new interviews, whose connection is always reset. */

let server: TestServer
let device: Device
let isResetting = true
let inFlight = 0
/** When interviews were sent, in minutes. */
const sentAt: number[] = []
let sinceMs = 0

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  sentAt.length = 0
  isResetting = true
  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST' && isResetting) {
      sentAt.push((device.env.clock.now() - sinceMs) / 60_000)
      throw new TypeError('Failed to fetch')
    }
    inFlight += 1
    return server.fetch(request).finally(() => {
      inFlight -= 1
    })
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), await server.login())
  await device.sync.refresh.now('stats')
  sinceMs = device.env.clock.now()
})
afterEach(() => device.crash())

const pass = (minutes: number): Promise<boolean> => {
  const endMs = device.env.clock.now() + minutes * 60_000
  return until('the time has passed', () => {
    if (inFlight === 0) device.env.clock.advance(500)
    return device.env.clock.now() >= endMs
  })
}

test('the pause between their repeats grows to a minute, also when the server seems to be reached again', async () => {
  const again = reachedAgain$({
    ...device.client,
    clock: device.env.clock,
    ask: device.api.account,
  })
  const triggers = again.subscribe(() => void device.sync.runIfAutomatic())
  const ids: string[] = []
  for (const letter of 'abcd') {
    ids.push((await submit(device, 'household-profile', { q: letter })).id)
  }
  await pass(3)
  const ofLastMinute = sentAt.filter(minute => minute >= 2)
  expect(ofLastMinute.length).toBeLessThan(10)
  expect(ofLastMinute.length).toBeGreaterThan(0)
  // The surveyor does not wait for the pause.
  isResetting = false
  await device.sync.run({ all: true })
  for (const id of ids) {
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
  }
  triggers.unsubscribe()
})

test('a new network ends the pause', async () => {
  const { id } = await submit(device, 'household-profile', { q: 'a' })
  await pass(3)
  isResetting = false
  device.env.cut()
  device.env.mend()
  const isSynced = async () => (await submissionOf(device, id))?.syncStatus === 'synced'
  expect(await until('it is synced', isSynced)).toBe(true)
})
