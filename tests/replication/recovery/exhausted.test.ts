import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { deleteSubmission } from '../../../replication/submit.ts'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { entriesIn } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/**
 * Edits and deletions that used up their tries return by themselves only where nothing newer is in their place. What the
 * surveyor asks for returns at once.
 */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
const minute = 60_000

let server: BareServer
let device: Device

beforeEach(async () => {
  server = createBareServer({ forms })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
})
afterEach(() => device.crash())

const now = () => device.env.clock.now()
const entries = () => entriesIn(device.db)
/** The last failures of a broken server until there are three. */
const exhaust = async (method: string, times = 3) => {
  server.faults.arm({ fault: '500', method, path: '/form-submissions', times })
  for (let tries = 0; tries < times; tries += 1) {
    device.env.clock.advance(minute)
    await device.sync.runIfAutomatic()
  }
}

test.each([
  [
    'an edit that was tried 3 times',
    'PUT',
    (id: string) => commitEdit(device.db, id, { q: 'two' }, [], now()),
  ],
  [
    'a deletion that was tried 3 times',
    'DELETE',
    (id: string) => markDeleted(device.db, id, now()),
  ],
])('%s does not return by itself over a later edit', async (_, method, change) => {
  const { id } = await submit(device, '3', { q: 'one' })
  const other = await submit(device, '3', { q: 'other' })
  await change(id)
  await exhaust(method)
  expect((await entries()).map(({ reason }) => reason)).toEqual(['exhausted'])
  await commitEdit(device.db, id, { q: 'three' }, [], now())
  await device.sync.runIfAutomatic()
  device.env.clock.advance(6 * minute)
  await commitEdit(device.db, other.id, { q: 'edited' }, [], now())
  await device.sync.runIfAutomatic()
  await deleteSubmission(device, other.id)
  device.env.clock.advance(minute)
  await device.sync.runIfAutomatic()
  expect(server.rows().map(row => row.answers[0]?.value)).toEqual(['three'])
  expect((await entries()).map(({ reason }) => reason)).toEqual(['exhausted'])
})

test('of two edits that were tried 3 times the later one is the last', async () => {
  const { id } = await submit(device, '3', { q: 'one' })
  const other = await submit(device, '3', { q: 'other' })
  for (const q of ['two', 'three']) {
    await commitEdit(device.db, id, { q }, [], now())
    await exhaust('PUT')
  }
  // Only the pause of the first one is over.
  device.env.clock.advance(3 * minute)
  for (const q of ['edited', 'edited again']) {
    await commitEdit(device.db, other.id, { q }, [], now())
    await device.sync.runIfAutomatic()
    device.env.clock.advance(6 * minute)
  }
  await device.sync.runIfAutomatic()
  expect(server.rows().map(row => row.answers[0]?.value)).toEqual(['three', 'edited again'])
  expect(await entries()).toEqual([])
})

test('a deletion of a submission with a refused edit is the last of the two', async () => {
  const { id } = await submit(device, '3', { q: 'one' })
  const other = await submit(device, '3', { q: 'other' })
  await commitEdit(device.db, id, { q: 'two' }, [], now())
  await exhaust('PUT')
  await markDeleted(device.db, id, now())
  await exhaust('DELETE')
  expect(await entries()).toHaveLength(2)
  device.env.clock.advance(11 * minute)
  await commitEdit(device.db, other.id, { q: 'edited' }, [], now())
  await device.sync.runIfAutomatic()
  device.env.clock.advance(6 * minute)
  await deleteSubmission(device, other.id)
  device.env.clock.advance(minute)
  await device.sync.runIfAutomatic()
  // What returned is a deletion again, which is held.
  device.env.clock.advance(minute)
  await device.sync.runIfAutomatic()
  expect(server.rows()).toEqual([])
})

const valuesOnServer = () => server.rows().map(row => row.answers[0]?.value)

test('what only failed is sent in the run that the surveyor asks for, and what was refused stays', async () => {
  server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions', times: 1 })
  await submit(device, '3', { q: 'failed' })
  await exhaust('POST', 2)
  // Until then the last request may still arrive.
  device.env.clock.advance(minute)
  server.faults.arm({ fault: 'draft', method: 'POST', path: '/form-submissions', times: 1 })
  await submit(device, '3', { q: 'refused' })
  expect((await entries()).map(({ reason }) => reason).toSorted()).toEqual(['draft', 'exhausted'])
  await device.sync.runIfAutomatic()
  expect(valuesOnServer()).toEqual([])
  expect(await device.sync.run({ all: true })).toMatchObject({ synced: 1, recovered: [] })
  expect(valuesOnServer()).toEqual(['failed'])
  expect((await entries()).map(({ reason }) => reason)).toEqual(['draft'])
})

test('a run of one survey returns only what failed of it', async () => {
  server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions', times: 1 })
  await submit(device, '3', { q: 'failed' })
  await exhaust('POST', 2)
  // Until then the last request may still arrive.
  device.env.clock.advance(minute)
  await device.sync.run({ formIds: new Set(['4']) })
  expect(await entries()).toHaveLength(1)
  await device.sync.run({ formIds: new Set(['3']) })
  expect(valuesOnServer()).toEqual(['failed'])
  expect(await entries()).toEqual([])
})

test('two edits that failed are sent in their order in the run that the surveyor asks for', async () => {
  const { id } = await submit(device, '3', { q: 'one' })
  for (const q of ['two', 'three']) {
    await commitEdit(device.db, id, { q }, [], now())
    await exhaust('PUT')
  }
  expect(await entries()).toHaveLength(2)
  await device.sync.run({ all: true })
  expect(valuesOnServer()).toEqual(['three'])
  expect(await entries()).toEqual([])
})
