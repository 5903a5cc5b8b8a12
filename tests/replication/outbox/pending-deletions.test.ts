import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pendingDeletionCount } from '../../../collections/queries.ts'
import { deletionHeldMs } from '../../../replication/limits.ts'
import { deleteSubmission } from '../../../replication/submit.ts'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** An offline deletion is unsent work too, because a logout would undo it (decisions 3). */

let server: TestServer
let device: Device

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => device.crash())

test('a deletion counts until the server has confirmed it', async () => {
  const token = await server.login()
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), token)
  const count = () => pendingDeletionCount.count(device.db.submissions).exec()
  const { id, outcome } = await submit(device, 'household-profile', { a: 'one' })
  expect(outcome).toBe('submitted')
  expect(await count()).toBe(0)
  device.env.cut()
  await deleteSubmission(device, id)
  expect(await count()).toBe(1)
  device.env.clock.advance(deletionHeldMs)
  device.env.mend()
  await device.sync.run({ all: true })
  await until('it is gone', async () => (await count()) === 0)
})
