import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { startSync } from '../../replication/sync.ts'
import { watchSending, type Sending } from '../../src/workspace/watch-sending.ts'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** What every tab shows while one of them sends. */

let server: TestServer
let device: Device
/** Requests that wait for the test, oldest first. */
let waiting: (() => void)[] = []
let shown: (Sending | null)[]
let end: () => void

const fetch: TestServer['fetch'] = async (input, init) => {
  const request = new Request(input, init)
  const isSent = /form-submissions$|upload-files$|update-profile$/.test(
    new URL(request.url).pathname,
  )
  if (request.method === 'POST' && isSent) await new Promise<void>(pass => waiting.push(pass))
  return server.fetch(request)
}

const pass = async (): Promise<void> => {
  await until('a request waits', () => waiting.length > 0)
  waiting.shift()?.()
}

const watch = ({ db, sync }: Pick<Device, 'db' | 'sync'>): void => {
  const watching = watchSending(db, sync).subscribe(sending => shown.push(sending))
  end = () => watching.unsubscribe()
}

const isShown = (sending: Sending | null) => () =>
  JSON.stringify(shown.at(-1)) === JSON.stringify(sending)

/** Saves interviews offline, each with so many photos. */
const saveOffline = async (count: number, photos = 0): Promise<void> => {
  device.env.cut()
  for (let n = 0; n < count; n += 1) {
    const files = Array.from({ length: photos }, (_, at) => ({
      fieldId: 'photo',
      name: `${at}.txt`,
      bytes: new TextEncoder().encode('a file'),
    }))
    await submit(device, 'household-profile', { a: `${n}` }, files)
    device.env.clock.advance(1)
  }
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  waiting = []
  shown = []
  const token = await server.login()
  const slow = { effectiveType: 'slow-2g' }
  device = await openDevice({ fetch, origin: server.origin, connection: slow }, createDisk(), token)
})
afterEach(async () => {
  end()
  for (const go of waiting) go()
  await device.crash()
})

test('answers are counted, then files, and in the end nothing is shown', async () => {
  await saveOffline(3, 1)
  watch(device)
  expect(shown).toEqual([null])
  device.env.mend()
  await until('three are shown', isShown({ kind: 'submission', current: 1, total: 3 }))
  await pass()
  await until('the second is shown', isShown({ kind: 'submission', current: 2, total: 3 }))
  await pass()
  await pass()
  await until('files are shown', isShown({ kind: 'files', current: 1, total: 3 }))
  await pass()
  await until('the second file is shown', isShown({ kind: 'files', current: 2, total: 3 }))
  await pass()
  await pass()
  await until('nothing is shown', isShown(null))
  expect(await device.db.outbox.count().exec()).toBe(0)
})

test('a tab without the lease shows what the other one sends', async () => {
  await saveOffline(2)
  device.env.mend()
  await until('the first tab sends', () => waiting.length > 0)
  const sync = startSync({ ...device, env: device.env })
  watch({ ...device, sync })
  await until('it shows both', isShown({ kind: 'submission', current: 1, total: 2 }))
  await pass()
  await until('it shows the second', isShown({ kind: 'submission', current: 2, total: 2 }))
  await pass()
  await until('nothing is left', async () => (await device.db.outbox.count().exec()) === 0)
  // It looks again every second.
  await until('nothing is shown', () => {
    device.env.clock.advance(1000)
    return shown.at(-1) === null
  })
  expect(await device.db.outbox.count().exec()).toBe(0)
  await sync.stop()
})

test('nothing is shown while work waits for a network, or for the surveyor', async () => {
  await saveOffline(1)
  watch(device)
  await device.sync.run({ all: true })
  expect(shown.at(-1)).toBeNull()
  await writeSetting(device.db, 'autoSync', false)
  shown = []
  device.env.mend()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(shown).toEqual([])
  expect(await device.db.outbox.count().exec()).toBe(1)
})
