import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { headers } from '../../../replication/wire/calls.ts'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  interceptCalls,
} from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** Several items are sent at once: how many, in which order, and what happens when one stops the run. */

let server: TestServer
let device: Device
/** Requests held back, oldest first, and which requests are held back at all. */
let waiting: { readonly what: string; readonly pass: () => void }[] = []
let isKept: (what: string) => boolean = () => false
/** Whether the server announces nothing. */
let isPlain = false

const nameOf = (request: Request): string => {
  if (request.url.endsWith('/upload-files')) return 'files'
  return `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`
}
const create = 'POST form-submissions'
/** Not the pull of a start that comes late, because a run waits for it. */
const isSending = (what: string): boolean => what === create || what === 'files'

const fetch: TestServer['fetch'] = async (input, init) => {
  const request = new Request(input, init)
  const what = nameOf(request)
  if (isKept(what)) await new Promise<void>(pass => waiting.push({ what, pass: () => pass() }))
  const response = await server.fetch(request)
  if (isPlain) response.headers.delete(headers.extensions)
  return response
}
const whatWaits = () => waiting.map(({ what }) => what)
const letPass = () => waiting.shift()?.pass()
const openGate = () => {
  isKept = () => false
  while (waiting.length > 0) letPass()
}

const open = async (effectiveType?: string): Promise<void> => {
  const token = await server.login()
  const connection = effectiveType === undefined ? {} : { effectiveType }
  device = await openDevice({ fetch, origin: server.origin, connection }, createDisk(), token)
  await device.sync.refresh.now('stats')
}

/** Interviews saved offline, each of about so many bytes. */
const saveOffline = async (count: number, bytes = 10, files = 0): Promise<readonly string[]> => {
  device.env.cut()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const answers = { a: `${n}`.padEnd(bytes, '.') }
    const kept = Array.from({ length: files }, (_, at) => ({
      fieldId: 'photo',
      name: `${at}.txt`,
      bytes: new TextEncoder().encode('a file'),
    }))
    ids.push((await submit(device, 'household-profile', answers, kept)).id)
    device.env.clock.advance(1)
  }
  await until('all are queued', async () => (await device.db.outbox.find().exec()).length === count)
  return ids
}

const areSynced = (ids: readonly string[]) => async () => {
  const found = await Promise.all(ids.map(id => submissionOf(device, id)))
  return found.every(submission => submission?.syncStatus === 'synced')
}

/** The requests held back once there are so many, after time for more to arrive: each needs a few durable writes. */
const whatStays = async (count: number): Promise<readonly string[]> => {
  await until(`${count} wait`, () => waiting.length >= count)
  await new Promise(resolve => setTimeout(resolve, 100))
  return whatWaits()
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  waiting = []
  isKept = () => false
  isPlain = false
})
afterEach(async () => {
  openGate()
  await device.crash()
})

test('without keys four interviews are sent at once, and the next leaves when one has arrived', async () => {
  isPlain = true
  await open()
  const ids = await saveOffline(6)
  isKept = what => what === create
  device.env.mend()
  expect(await whatStays(4)).toEqual([create, create, create, create])
  letPass()
  expect(await whatStays(4)).toEqual([create, create, create, create])
  letPass()
  letPass()
  expect(await whatStays(3)).toEqual([create, create, create])
  openGate()
  await until('all are synced', areSynced(ids))
  await until('nothing is left', async () => (await device.db.outbox.find().exec()).length === 0)
})

test('on a weak network everything in flight fits into one packet', async () => {
  await open('slow-2g')
  const ids = await saveOffline(4, 900)
  isKept = what => what === create
  device.env.mend()
  expect(await whatStays(2)).toEqual([create, create])
  openGate()
  await until('all are synced', areSynced(ids))
})

test('after an answer, as many leave as the link carries, and each arrives once', async () => {
  await open('slow-2g')
  const ids = await saveOffline(20, 900)
  isKept = what => what === create
  device.env.mend()
  expect(await whatStays(2)).toHaveLength(2)
  device.env.clock.advance(1000)
  letPass()
  // The link carried one item in a second, so it carries eight in eight.
  expect(await whatStays(8)).toHaveLength(8)
  openGate()
  await until('all are synced', areSynced(ids))
  const serverIds = await Promise.all(
    ids.map(async id => (await submissionOf(device, id))?.server_id),
  )
  expect(new Set(serverIds).size).toBe(20)
})

test('a server without keys is sent no more after an answer', async () => {
  isPlain = true
  await open('slow-2g')
  const ids = await saveOffline(6, 900)
  isKept = what => what === create
  device.env.mend()
  expect(await whatStays(2)).toHaveLength(2)
  device.env.clock.advance(1000)
  letPass()
  await until('one is synced', areSynced(ids.slice(0, 1)))
  expect(await whatStays(2)).toHaveLength(2)
  openGate()
  await until('all are synced', areSynced(ids))
})

test('an item larger than the packet is sent alone', async () => {
  await open('slow-2g')
  const ids = await saveOffline(2, 5000)
  isKept = what => what === create
  device.env.mend()
  expect(await whatStays(1)).toEqual([create])
  openGate()
  await until('all are synced', areSynced(ids))
})

test('without keys no file leaves while an answer is in flight, and on a weak network one after the other', async () => {
  isPlain = true
  await open('3g')
  const ids = await saveOffline(3, 10, 1)
  isKept = isSending
  device.env.mend()
  expect(await whatStays(3)).toEqual([create, create, create])
  letPass()
  letPass()
  expect(await whatStays(1)).toEqual([create])
  letPass()
  expect(await whatStays(1)).toEqual(['files'])
  openGate()
  await until('all are synced', areSynced(ids))
})

test('with keys a file leaves while the last answer is in flight, on a link that was fast', async () => {
  await open()
  const ids = await saveOffline(2, 10, 1)
  isKept = isSending
  device.env.mend()
  expect(await whatStays(2)).toEqual([create, create])
  letPass()
  expect(await whatStays(2)).toEqual([create, 'files'])
  openGate()
  await until('all are synced', areSynced(ids))
})

test('with keys two uploads share a weak network that was fast', async () => {
  await open('3g')
  const ids = await saveOffline(4, 10, 1)
  isKept = what => what === 'files'
  device.env.mend()
  expect(await whatStays(2)).toEqual(['files', 'files'])
  letPass()
  expect(await whatStays(2)).toEqual(['files', 'files'])
  openGate()
  await until('all are synced', areSynced(ids))
})

test('an interview submitted during an upload does not wait for it', async () => {
  await open('3g')
  const [first] = await saveOffline(1, 10, 1)
  isKept = what => what === 'files'
  device.env.mend()
  expect(await whatStays(1)).toEqual(['files'])
  const { id, outcome } = await submit(device, 'household-profile', { a: 'meanwhile' })
  expect(outcome).toBe('submitted')
  expect((await submissionOf(device, id))?.syncStatus).toBe('synced')
  expect(whatWaits()).toEqual(['files'])
  openGate()
  await until('the first is synced', areSynced(first === undefined ? [] : [first]))
})

test('an interview that another tab submits during an upload does not wait for it', async () => {
  await open('3g')
  const [first = ''] = await saveOffline(1, 10, 1)
  isKept = what => what === 'files'
  device.env.mend()
  expect(await whatStays(1)).toEqual(['files'])
  // The other tab has no lease, so waking its own sync sends nothing.
  const sync = { ...device.sync, wake: () => new Promise<never>(() => {}) }
  const { outcome } = await submit({ ...device, sync }, 'household-profile', { a: 'meanwhile' })
  expect(outcome).toBe('submitted')
  expect(whatWaits()).toEqual(['files'])
  openGate()
  await until('the first is synced', areSynced([first]))
})

test('an item that throws is not sent again before the timer', async () => {
  await open()
  await saveOffline(1)
  let tries = 0
  interceptCalls(device, name => {
    if (name !== 'submissionCreate') return null
    tries += 1
    throw new RangeError('a defect')
  })
  await writeSetting(device.db, 'autoSync', false)
  device.env.mend()
  await expect(device.sync.run({ all: true })).rejects.toThrow('a defect')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(tries).toBe(1)
})

test('a session that ends during four requests counts no attempt, and each arrives once after the login', async () => {
  await open()
  const ids = await saveOffline(5)
  isKept = what => what === create
  const token = device.env.token()
  device.env.signIn('an ended session')
  device.env.mend()
  await until('one is refused', () => waiting.length > 0)
  openGate()
  await until('the run has ended', async () => {
    const items = await device.db.outbox.find().exec()
    return items.length === 5 && items.every(({ state }) => state === 'queued')
  })
  const items = await device.db.outbox.find().exec()
  expect(items.map(({ retryCount }) => retryCount)).toEqual([0, 0, 0, 0, 0])
  device.env.signIn(token)
  await device.sync.run({ all: true })
  await until('all are synced', areSynced(ids))
  const serverIds = await Promise.all(
    ids.map(async id => (await submissionOf(device, id))?.server_id),
  )
  expect(new Set(serverIds).size).toBe(5)
})
