import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { showSyncNotices } from '../../src/app/signed-in/use-sync-notices.ts'
import { syncCompleted } from '../../src/lib/worker/messages.ts'
import { deletionHeldMs } from '../../replication/limits.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { until } from '../env.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** The notices about automatic runs (8.16, 8.18), and the time of the server's last answer (4.17). */

let server: BareServer
let device: Device
let held: (() => void) | null
let said: string[]
let token: string | null
const workerMessages$ = new Subject<unknown>()
let stop: () => void

beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  held = null
  const fetch: typeof server.fetch = async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init)
    const isCreate = method === 'POST' && url.endsWith('/form-submissions')
    if (isCreate && held !== null) await new Promise<void>(resolve => (held = resolve))
    return server.fetch(input, init)
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  token = login.ok ? login.value.token : null
  device.env.signIn(token)
  said = []
  const note = (text: string) => void said.push(text)
  stop = showSyncNotices(
    device,
    { clock: device.env.clock, workerMessages$ },
    { error: note, info: note, warning: note },
  )
})
afterEach(async () => {
  stop()
  await device.crash()
})

const noneWaits = () =>
  until('an empty outbox', async () => (await device.db.outbox.find().exec()).length === 0)

test('waiting work that was sent automatically is announced once, with the number of interviews', async () => {
  device.env.cut()
  await submit(device, '3', { q: 'one' })
  device.env.clock.advance(1)
  await submit(device, '3', { q: 'two' })
  device.env.clock.advance(60_000)
  device.env.mend()
  await noneWaits()
  await until('a word', () => said.length > 0)
  expect(said).toEqual(['2 submissions were sent'])
})

test('a run that the surveyor started, or a fresh submission, is not announced again', async () => {
  await submit(device, '3', { q: 'just now' })
  // Submit returns before its run has ended, and a run that is asked for meanwhile counts what it sent too.
  await device.sync.wake()
  device.env.signIn(null)
  device.env.cut()
  await submit(device, '3', { q: 'waits' })
  device.env.clock.advance(60_000)
  device.env.mend()
  device.env.signIn(token)
  expect(await device.sync.run({ all: true })).toMatchObject({ synced: 1 })
  expect(said).toEqual([])
})

test('a window that comes back announces what the worker sent, and not that it sent nothing', async () => {
  workerMessages$.next({ type: 'other' })
  workerMessages$.next(syncCompleted(0))
  workerMessages$.next(syncCompleted(5))
  await until('a word', () => said.length > 0)
  expect(said).toEqual(['5 submissions were sent'])
})

test('a request that is still running at the limit of waiting is no failure', async () => {
  held = () => {}
  const submitted = submit(device, '3', { q: 'slow' })
  await until('it is on its way', async () => (await device.db.outbox.findOne().exec())?.in_doubt)
  device.env.clock.advance(8001)
  expect((await submitted).outcome).toBe('sending')
  held()
  await noneWaits()
  await until('a word', () => said.length > 0)
  expect(said).toEqual(['1 submission was sent'])
})

test('a waiting deletion that was sent is announced as a deletion', async () => {
  const { id } = await submit(device, '3', { q: 'gone' })
  device.env.cut()
  expect(await deleteSubmission(device, id)).toBe('marked')
  device.env.clock.advance(60_000)
  device.env.mend()
  await noneWaits()
  await until('a word', () => said.length > 0)
  expect(said).toEqual(['1 deletion was sent'])
})

test('a deletion that leaves when its Undo is gone is announced only when it is refused', async () => {
  const { id } = await submit(device, '3', { q: 'gone' })
  await device.sync.wake()
  const deleteNow = async () => {
    expect(await deleteSubmission(device, id)).toBe('deleted')
    // Its run has to end, because it sets the time of the next one.
    await device.sync.wake()
    device.env.clock.advance(deletionHeldMs)
    await noneWaits()
  }
  server.faults.arm({ fault: 'draft', method: 'DELETE', path: '/form-submissions' })
  await deleteNow()
  await until('a word', () => said.length > 0)
  await deleteNow()
  expect(server.rows()).toEqual([])
  await device.sync.wake()
  expect(said).toEqual([expect.stringMatching(/^Failed to delete submission\. /)])
})

test('an answer to a refresh counts as contact with the server', async () => {
  expect(await readSetting(device.db, 'lastSyncTime')).toBe(0)
  device.env.cut()
  await device.sync.refresh.now('forms')
  expect(await readSetting(device.db, 'lastSyncTime')).toBe(0)
  device.env.mend()
  await device.sync.refresh.now('forms')
  expect(await readSetting(device.db, 'lastSyncTime')).toBe(device.env.clock.now())
})
