import { binned } from '../../binned.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { until } from '../../env.ts'
import { createBareServer } from '../../server/bare-server.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** A repeated request as the first one after a start, when the server's earlier announcement is forgotten. */

let server: TestServer
let disk: Disk
let device: Device
let token: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  token = await server.login()
  disk = createDisk()
})
afterEach(() => device.crash())

const start = (world: Pick<TestServer, 'fetch' | 'origin'>, signedIn: string | null = token) =>
  openDevice({ fetch: world.fetch, origin: world.origin }, disk, signedIn)

const firstForm = async (): Promise<string> => {
  const forms = await device.api.forms(1)
  return (forms.ok && forms.value.heads.find(({ status }) => status !== 'draft')?.id) || ''
}

const asked: string[] = []
/** The same server without its list, which a start would read automatically and learn from. */
const withoutList = (): Pick<TestServer, 'fetch' | 'origin'> => ({
  origin: server.origin,
  fetch: (input, init) => {
    const request = new Request(input, init)
    const { method } = request
    const path = new URL(request.url).pathname.replace(/^\/api\/surveyor/, '')
    if (method === 'GET' && path === '/form-submissions') {
      return Promise.reject(new TypeError('Failed to fetch'))
    }
    asked.push(`${method} ${path}`)
    return server.fetch(request)
  },
})

test('the first items of a run, which leave at once, ask for the account together', async () => {
  device = await start(server)
  const formId = await firstForm()
  device.env.cut()
  for (const answer of ['one', 'two', 'three']) await submit(device, formId, { a: answer })
  await device.crash()

  device = await start(withoutList())
  asked.length = 0
  await device.sync.run({ all: true })
  const sent = asked.filter(call => call === 'POST /form-submissions')
  const accounts = asked.filter(call => call === 'GET /auth/account')
  expect([sent.length, accounts.length]).toEqual([3, 1])
})

test('fetches the account to learn what the server can do, and is sent at once', async () => {
  device = await start(server)
  const formId = await firstForm()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id, outcome } = await submit(device, formId, { a: 'lost answer' })
  expect(outcome).toBe('unsent')
  await device.crash()

  device = await start(withoutList())
  expect(device.client.extensions()).toBeNull()
  asked.length = 0
  await device.sync.run({ all: true })
  // No time passed, and the list was not read before the repeat.
  expect(asked.slice(0, 2)).toEqual(['GET /auth/account', 'POST /form-submissions'])
  await until('synced', async () => (await submissionOf(device, id))?.syncStatus === 'synced')
  expect(asked.filter(call => call.startsWith('POST'))).toHaveLength(1)
  const list = await server.fetch('/api/surveyor/form-submissions?limit=1000', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await list.json()) as { data: { tempId: string }[] }
  expect(data.filter(({ tempId }) => tempId === id)).toHaveLength(1)
})

test('fetches nothing when something has answered before', async () => {
  device = await start(server)
  const formId = await firstForm()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  await submit(device, formId, { a: 'lost answer' })
  await device.crash()

  device = await start(withoutList())
  await device.sync.refresh.now('stats')
  asked.length = 0
  await device.sync.run({ all: true })
  expect(asked[0]).toBe('POST /form-submissions')
})

test('waits on a server without announcements, until the first request cannot arrive any more', async () => {
  const plain = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  device = await start(plain, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  const plainToken = login.ok ? login.value.token : null
  device.env.signIn(plainToken)
  plain.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, '3', { q: 'lost answer' })
  await device.crash()

  device = await start(plain, plainToken)
  await device.sync.run({ all: true })
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ state: 'waiting', retryCount: 0 })
  device.env.clock.advance(61_000)
  await device.sync.run({ all: true })
  await until('synced', async () => (await submissionOf(device, id))?.syncStatus === 'synced')
  expect(plain.rows()).toHaveLength(1)
})

test('detects a portal by the account, and counts nothing', async () => {
  device = await start(server)
  const formId = await firstForm()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, formId, { a: 'lost answer' })
  await device.crash()

  device = await start(server)
  server.faults.arm({ fault: '403-html', times: 3 })
  expect(await device.sync.run({ all: true })).toMatchObject({ stopped: 'portal' })
  server.faults.clear()
  server.faults.arm({ fault: '403-html', method: 'POST' })
  server.faults.arm({ fault: '401' })
  expect(await device.sync.run({ all: true })).toMatchObject({ stopped: 'login' })
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ in_doubt: true, retryCount: 0 })
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending' })
})

test('finds that its row was deleted elsewhere meanwhile, and the interview is in the bin', async () => {
  device = await start(server)
  const formId = await firstForm()
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, formId, { a: 'lost answer' })
  const headers = { Authorization: `Bearer ${token}` }
  const list = await server.fetch('/api/surveyor/form-submissions?limit=1000', { headers })
  const { data } = (await list.json()) as { data: { id: string; tempId: string }[] }
  const row = data.find(({ tempId }) => tempId === id)?.id ?? ''
  await server.fetch(`/api/surveyor/form-submissions/${row}`, { method: 'DELETE', headers })
  // This page of changes has the deletion of a row that the device does not know.
  await device.sync.refresh.now('submissions')
  await device.sync.run({ all: true })
  await until('in the bin', async () => (await binned(device.db)).length === 1)
  expect(await submissionOf(device, id)).toBeNull()
  expect(await binned(device.db)).toMatchObject([
    {
      binned: { reason: 'elsewhere' },
      answers: { a: 'lost answer' },
      latitude: 12.9716,
      longitude: 77.5946,
    },
  ])
  expect(await device.db.outbox.find().exec()).toEqual([])
})
