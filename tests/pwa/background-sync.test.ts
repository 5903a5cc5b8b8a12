import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseName } from '../../collections/database-name.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { deleteRaw } from '../../collections/storage/raw-database.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { syncInBackground, type BackgroundEnv } from '../../src/pwa/background-sync.ts'
import { seal } from '../../src/session/seal.ts'
import { createDisk, openDevice, submit, type Disk } from '../device.ts'
import { createFakeClock, createFakeSyncEnv, startOfTests } from '../env.ts'
import { asha } from '../fixtures/asha.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** The worker when it is woken without an open window: what it sends, and when it does nothing. */

const user = { ...asha, organization_name: '' }
const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }
const later = startOfTests + 60 * 60_000

let server: BareServer
let disk: Disk
let key: CryptoKey
let authData: string
let notices: string[]

const open = () => openDevice({ fetch: server.fetch, origin: server.origin }, disk, null)

/** A window saves interviews offline, and is closed. */
const saveAndClose = async (count: number, isAuto = true): Promise<void> => {
  const device = await open()
  const login = await device.api.login(user.email, 'fieldwork-2026')
  const token = login.ok ? login.value.token : ''
  authData = await seal('authData', { user, accessToken: token, expiresAt: later }, key)
  device.env.cut()
  if (!isAuto) await writeSetting(device.db, 'autoSync', false)
  for (let saved = 0; saved < count; saved += 1)
    await submit(device, '3', { q: `${saved}` }, [file])
  await device.crash()
}

const workerEnv = (change: Partial<BackgroundEnv> = {}): BackgroundEnv => ({
  ...createFakeSyncEnv({ fetch: server.fetch, origin: server.origin, clock: createFakeClock() }),
  indexedDb: disk.port,
  deviceKey: () => Promise.resolve(key),
  language: 'en-GB',
  sessionMirror: { read: () => Promise.resolve({ authData, apiUrl: `${server.origin}/api` }) },
  notify: (title, body) => {
    notices.push(`${title}: ${body}`)
    return Promise.resolve()
  },
  ...change,
})

const statuses = async (): Promise<readonly string[]> => {
  const device = await open()
  const docs = await device.db.submissions.find().exec()
  const found = docs.map(({ syncStatus }) => syncStatus)
  await device.crash()
  return found
}

beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  disk = {
    ...createDisk(),
    name: await databaseName(`${server.origin}/api`, user.id),
  }
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  notices = []
})
afterEach(() => {
  server.faults.clear()
})

test('what was saved offline is sent with its files, once, with a notification', async () => {
  await saveAndClose(2)
  expect(await syncInBackground(workerEnv())).toEqual({ isDone: true, syncedCount: 2 })
  expect(server.rows()).toHaveLength(2)
  expect(server.rows().map(({ files }) => files.length)).toEqual([1, 1])
  expect(notices).toEqual(['Transect | Data Synced: 2 submissions synced successfully'])
  // Woken once more, it sends nothing and shows nothing.
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  expect(server.rows()).toHaveLength(2)
  expect(notices).toHaveLength(1)
  expect(await statuses()).toEqual(['synced', 'synced'])
})

test('with a session that a PIN protects, nothing is sent and no key is made', async () => {
  await saveAndClose(1)
  const { readKeys } = await import('../../collections/storage/data-key.ts')
  const session = { user, accessToken: 'x', expiresAt: later }
  authData = await seal('authData', session, key, disk.name)
  const before = await readKeys(disk.port, disk.name)
  expect(await syncInBackground(workerEnv())).toEqual({ isDone: true, syncedCount: 0 })
  expect(server.rows()).toEqual([])
  expect(await readKeys(disk.port, disk.name)).toEqual(before)
})

test('with Auto Sync off, an ended session, or without a login, nothing is sent', async () => {
  await saveAndClose(1, false)
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  const clock = createFakeClock(later + 1)
  expect(await syncInBackground(workerEnv({ clock }))).toMatchObject({ isDone: true })
  const sessionMirror = { read: () => Promise.resolve(null) }
  expect(await syncInBackground(workerEnv({ sessionMirror }))).toMatchObject({ isDone: true })
  expect(server.rows()).toEqual([])
  expect(notices).toEqual([])
  expect(await statuses()).toEqual(['pending'])
})

test('when the server is down it tries again later, and counts no attempt', async () => {
  await saveAndClose(1)
  server.faults.arm({ fault: 'drop-before', times: 10 })
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: false })
  server.faults.clear()
  server.faults.arm({ fault: '403-html', times: 10 })
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: false })
  server.faults.clear()
  server.faults.arm({ fault: '401' })
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  const device = await open()
  expect(await device.db.outbox.findOne().exec()).toMatchObject({ retryCount: 0 })
  await device.crash()
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  expect(server.rows()).toHaveLength(1)
})

const makeEmpty = (name: string, version?: number): Promise<void> =>
  new Promise(resolve => {
    const request = disk.port.indexedDB.open(name, version)
    request.addEventListener('success', () => resolve(request.result.close()))
  })

test('a missing database is not created, an older one is not migrated, a newer one is left alone', async () => {
  authData = await seal('authData', { user, accessToken: 't', expiresAt: later }, key)
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  expect(await disk.port.indexedDB.databases()).toEqual([])

  const older = { name: disk.name, version: (schemaVersion - 1) * 10 }
  await makeEmpty(older.name, older.version)
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  expect(await disk.port.indexedDB.databases()).toEqual([older])

  await deleteRaw(disk.port, older.name)
  await saveAndClose(1)
  await makeEmpty(disk.name, (schemaVersion + 1) * 10)
  expect(await syncInBackground(workerEnv())).toMatchObject({ isDone: true })
  expect(server.rows()).toEqual([])
})

test('while a window is sending, the worker leaves the work to it', async () => {
  await saveAndClose(1)
  const device = await open()
  await writeSetting(device.db, 'syncLease', {
    holder: 'a window',
    token: 4,
    expiresAt: device.env.clock.now() + 10_000,
  })
  await device.crash()
  const liveness = {
    hold: () => Promise.resolve(() => {}),
    isHeld: () => Promise.resolve(true),
  }
  // The window may be frozen, so the browser must wake the worker again.
  expect(await syncInBackground(workerEnv({ liveness }))).toMatchObject({ isDone: false })
  expect(server.rows()).toEqual([])
})
