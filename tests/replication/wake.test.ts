import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, openDevice, type Device } from '../device.ts'
import { createFakeClock } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Whatever wakes the runner, and whenever: one run at a time, and one after each wake-up. */

let server: TestServer
let device: Device
let events: string[]
/** Called when the next timer is set. */
let onTimer: () => void
const marks = new Map<string, number>()

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 0 })
})
afterAll(() => server.close())
beforeEach(async () => {
  events = []
  onTimer = () => {}
  const clock = createFakeClock()
  const watched = {
    ...clock,
    after: (...timer: Parameters<typeof clock.after>) => {
      const cancel = clock.after(...timer)
      onTimer()
      return cancel
    },
  }
  const { fetch, origin } = server
  device = await openDevice({ fetch, origin, clock: watched, marks }, createDisk(), null)
  device.sync.events$.subscribe(({ type }) => events.push(type))
})
afterEach(() => device.crash())

test('a wake-up at the start of a run causes another run, not a parallel one', async () => {
  let more = 1
  device.sync.events$.subscribe(({ type }) => {
    if (type === 'started' && more > 0) {
      more -= 1
      void device.sync.wake()
    }
  })
  await device.sync.wake()
  expect(events).toEqual(['started', 'finished', 'started', 'finished'])
})

/** The number of event-loop turns after a run's last action, one after the other. */
const turns = Array.from({ length: 6 }, (_, turn) => turn)

test.each(turns)('a wake-up %i turns after a run has ended is not lost', async turn => {
  // Another tab is sending: the run sets a timer, and does nothing more.
  marks.set(`${device.db.name} sync another`, 1)
  const expiresAt = device.env.clock.now() + 60_000
  await writeSetting(device.db, 'syncLease', { holder: 'another', token: 7, expiresAt })
  const woken = new Promise<void>(resolve => {
    onTimer = () => {
      onTimer = () => {}
      let wait = Promise.resolve()
      for (let n = 0; n < turn; n += 1) wait = wait.then(() => {})
      void wait.then(() => device.sync.wake()).then(() => resolve())
    }
  })
  await device.sync.wake()
  await woken
  expect(events.filter(type => type === 'started')).toHaveLength(2)
})
