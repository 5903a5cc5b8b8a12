import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSync } from '../../../replication/sync.ts'
import { headers } from '../../../replication/wire/calls.ts'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { theEntry } from '../../recovery.ts'
import { createBareServer } from '../../server/bare-server.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** What the app reports of the device and of its interviews, and to which servers. */

let server: TestServer
let device: Device
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => device.crash())

type Sent = readonly [path: string, header: string | null]

const open = async (fetch: TestServer['fetch'], origin: string, header: string) => {
  const sent: Sent[] = []
  const noting: TestServer['fetch'] = (input, init) => {
    const request = new Request(input, init)
    sent.push([new URL(request.url).pathname.split('/').at(-1) ?? '', request.headers.get(header)])
    return fetch(request)
  }
  device = await openDevice({ fetch: noting, origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  return sent
}

const formId = 'household-profile'

test('the version, what waits and the free storage, without any answer', async () => {
  const sent = await open(server.fetch, server.origin, headers.deviceReport)
  await device.sync.stop()
  const describeDevice = async () => ({ appVersion: '1.0.8', freeBytes: 120_000_000 })
  const sync = startSync({ ...device, describeDevice })
  device.env.cut()
  const made = new Date(device.env.clock.now())
  await submit(device, formId, { [`${formId}.head_name`]: 'Meera' })
  device.env.clock.advance(60_000)
  await submit(device, formId, { [`${formId}.head_name`]: 'Ravi' })
  device.env.mend()
  sent.length = 0
  await sync.refresh.account()
  const waiting = `version=1.0.8; waiting=2; oldest=${made.toISOString()}; free=120000000`
  expect(sent[0]).toEqual(['account', waiting])
  const row = async () => {
    const rows = await server.db.query(
      `select app_version, waiting, oldest_waiting_at, free_bytes from device_reports`,
    )
    return rows
  }
  await expect
    .poll(row)
    .toEqual([
      { app_version: '1.0.8', waiting: 2, oldest_waiting_at: made, free_bytes: '120000000' },
    ])
  await sync.run({ all: true })
  expect(sent.filter(([path]) => path === 'stats').at(-1)).toEqual([
    'stats',
    'version=1.0.8; waiting=0; free=120000000',
  ])
  expect(sent.filter(([path, header]) => header !== null && !/account|stats/.test(path))).toEqual(
    [],
  )
  await sync.stop()
})

test('a plain server gets no report', async () => {
  const plain = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const sent = await open(plain.fetch, plain.origin, headers.deviceReport)
  await device.sync.stop()
  const sync = startSync({
    ...device,
    describeDevice: async () => ({ appVersion: '1.0.8', freeBytes: null }),
  })
  await sync.refresh.account()
  await submit({ ...device, sync }, '3', { q: 'yes' })
  await sync.refresh.account()
  await sync.stop()
  expect(plain.rows()).toHaveLength(1)
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.filter(([, value]) => value !== null)).toEqual([])
})

test('the history of a refused interview names the request, as the log of the server does', async () => {
  await open(server.fetch, server.origin, headers.requestId)
  const { outcome } = await submit(device, 'no-such-form', { q: 'yes' })
  expect(outcome).toBe('recovered')
  const entry = await theEntry(device.db)
  const request = expect.stringMatching(/^[0-9a-f-]{13}$/) as string
  expect(entry.history.at(-1)).toMatchObject({ what: 'recovered', request })
})
