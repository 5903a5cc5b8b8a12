import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type TestFile,
} from '../device.ts'
import { until } from '../env.ts'
import { recoveryEntry } from '../fixtures/recovery-entry.ts'
import { addEntry } from '../recovery.ts'
import { seenPort } from '../seen-port.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Sending costs battery and time mainly by its durable writes, so each item of the outbox has at most four. */

const mostPerItem = 4

/** The port, and how many durable transactions its connections began. */
const countingPort = (port: IndexedDbPort) => {
  const count = { durable: 0 }
  const watch = (db: IDBDatabase) => {
    const begin = db.transaction.bind(db)
    db.transaction = (...args) => {
      if (args[1] === 'readwrite' && args[2]?.durability === 'strict') count.durable += 1
      return begin(...args)
    }
  }
  return { port: seenPort(port, watch), count }
}

const photo = { fieldId: 'photo', name: 'photo.txt', bytes: new TextEncoder().encode('a photo') }

let server: TestServer
let device: Device
const disk = createDisk()
const { port, count } = countingPort(disk.port)

/** Waits until nothing is written any more: the refresh that follows a run is over too. */
const quiet = async (): Promise<void> => {
  for (let seen = -1; seen !== count.durable;) {
    seen = count.durable
    await new Promise(resolve => setTimeout(resolve, 1000))
  }
}

/** Fills in, submits and sends an interview. Returns the durable transactions of all that, and of the refresh. */
const durableOf = async (files: readonly TestFile[]): Promise<number> => {
  const before = count.durable
  const { id } = await submit(device, 'household-profile', { a: 'one' }, files)
  await until('it is synced', async () => (await submissionOf(device, id))?.syncStatus === 'synced')
  await until('its items are gone', async () => (await device.db.outbox.count().exec()) === 0)
  await quiet()
  return count.durable - before
}

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
  const token = await server.login()
  device = await openDevice(
    { fetch: server.fetch, origin: server.origin },
    { ...disk, port },
    token,
  )
  await device.sync.refresh.now('submissions')
  // Their definitions would arrive one by one during what is counted.
  await device.sync.refresh.now('forms')
  await until('the list is here', () => device.db.submissions.findOne().exec())
  // The first run of an app cleans up what it finds.
  await durableOf([])
})
afterAll(async () => {
  await device.crash()
  await server.close()
})

test.each([
  ['an interview without files', [], 1],
  ['an interview with one photo', [photo], 2],
])('%s is filled in, submitted and sent', async (_what, files, items) => {
  const durable = await durableOf(files)
  expect(durable).toBeGreaterThan(0)
  expect(durable).toBeLessThanOrEqual(mostPerItem * items)
})

test('an entry of Recovery survives a power loss, because nothing else has its answers', async () => {
  await quiet()
  const before = count.durable
  await addEntry(device.db, recoveryEntry('temp_1'))
  expect(count.durable).toBe(before + 1)
})
