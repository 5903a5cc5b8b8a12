import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecoveryDoc } from '../../collections/schemas/recovery.ts'
import { commitEdit, markDeleted } from '../collections/commit.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** Edits and deletions that used up their tries return by themselves only where nothing newer is in their place. */

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
const entries = async (): Promise<readonly RecoveryDoc[]> =>
  (await device.db.recovery.find().exec()).map(doc => doc.toMutableJSON() as RecoveryDoc)
/** Three failures of a broken server. */
const exhaust = async (method: string) => {
  server.faults.arm({ fault: '500', method, path: '/form-submissions', times: 3 })
  for (let tries = 0; tries < 3; tries += 1) {
    device.env.clock.advance(minute)
    await device.sync.run({ all: true })
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
  await device.sync.run({ all: true })
  device.env.clock.advance(6 * minute)
  await commitEdit(device.db, other.id, { q: 'edited' }, [], now())
  await device.sync.run({ all: true })
  await deleteSubmission(device, other.id)
  await device.sync.run({ all: true })
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
    await device.sync.run({ all: true })
    device.env.clock.advance(6 * minute)
  }
  await device.sync.run({ all: true })
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
  await device.sync.run({ all: true })
  device.env.clock.advance(6 * minute)
  await deleteSubmission(device, other.id)
  await device.sync.run({ all: true })
  expect(server.rows()).toEqual([])
})
