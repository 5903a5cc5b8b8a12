import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** Of several edits that return from Recovery the latest one counts, in whatever order they return. */

let server: BareServer
let device: Device
beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
})
afterEach(() => device.crash())

const now = () => device.env.clock.now()

test.each([false, true])('newest first: %s', async newestFirst => {
  const { id } = await submit(device, '3', { q: 'one' })
  for (const q of ['two', 'three']) {
    await commitEdit(device.db, id, { q }, [], now())
    server.faults.arm({ fault: 'draft', method: 'PUT', path: '/form-submissions' })
    await device.sync.run({ all: true })
    device.env.clock.advance(60_000)
  }
  const found = (await entriesIn(device.db)).sort((a, b) => a.moved_at - b.moved_at)
  expect(found).toHaveLength(2)
  for (const entry of newestFirst ? found.toReversed() : found) {
    expect(await tryAgain(device.db, entry.id, now())).toBe('returned')
  }
  await device.sync.run({ all: true })
  expect((await submissionOf(device, id))?.answers).toEqual({ q: 'three' })
  expect(server.rows().map(row => row.answers[0]?.value)).toEqual(['three'])
})
