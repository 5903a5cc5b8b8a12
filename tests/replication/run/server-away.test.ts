import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** The network is there, the server is not: waiting work is sent automatically soon after its return. */

let server: TestServer
let device: Device
let isAway = false
let underWay = 0

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  const token = await server.login()
  const fetch: TestServer['fetch'] = (input, init) => {
    if (isAway) return Promise.reject(new TypeError('Failed to fetch'))
    underWay += 1
    return server.fetch(input, init).finally(() => {
      underWay -= 1
    })
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), token)
  await device.sync.refresh.now('stats')
})
afterEach(() => device.crash())

/**
 * Advances the clock in small steps until a condition is met. The clock stands while a request is in flight:
 * on a busy machine each request would outlast its lease otherwise.
 */
const passUntil = (what: string, isSo: () => Promise<boolean>): Promise<boolean> =>
  until(what, async () => {
    if (await isSo()) return true
    if (underWay === 0) device.env.clock.advance(isAway ? 5000 : 1000)
    return false
  })

test('after ten minutes away the work arrives by itself, and no try was counted', async () => {
  isAway = true
  const { id, outcome } = await submit(device, 'household-profile', { a: 'one' }, [
    { fieldId: 'photo', name: 'one.txt', bytes: new TextEncoder().encode('a file') },
  ])
  expect(outcome).toBe('unsent')
  const since = device.env.clock.now()
  await passUntil('ten minutes', () => Promise.resolve(device.env.clock.now() > since + 600_000))
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ retryCount: 0 })
  expect(await entriesIn(device.db)).toEqual([])
  isAway = false
  const isSynced = async () => (await submissionOf(device, id))?.syncStatus === 'synced'
  await passUntil('it is synced', isSynced)
  await until('nothing waits', async () => (await device.db.outbox.find().exec()).length === 0)
})
