import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { drain } from '../../replication/drain.ts'
import { isReady, makeReady } from '../../replication/outbox/outbox-states.ts'
import { createUp, outboxReplication } from '../../replication/up.ts'
import { createDisk, openDevice, submit, type Disk } from '../device.ts'
import { startTestServer } from '../server/make-server.ts'

/** What RxDB has noted as pushed and no run has sent, because a tab died between the two, is sent all the same. */

/** Notes what is ready as pushed, without sending it. */
const noteOnly = async ({ name, port }: Disk): Promise<void> => {
  const db = await openDatabase(name, workspaceStorage({ indexedDb: port }))
  const failures: unknown[] = []
  const up = createUp({
    collection: db.outbox,
    identifier: outboxReplication,
    isDue: isReady,
    renewDue: () => Promise.resolve(false),
    carry: () => Promise.resolve(),
    failed: error => failures.push(error),
  })
  await makeReady(db, { all: true })
  await up.settled()
  // RxDB stores its checkpoint a moment later; beginning to wait again waits for that.
  await up.settled()
  await up.stop()
  await db.close()
  expect(failures).toEqual([])
}

test.each(['a tab', 'the worker'])('%s sends it', async who => {
  const server = await startTestServer()
  const token = await server.login()
  const { fetch, origin } = server
  const disk = createDisk()
  const before = await openDevice({ fetch, origin }, disk, token)
  before.env.cut()
  await submit(before, 'household-profile', { a: 'one' })
  await before.crash()
  await noteOnly(disk)
  const after = await openDevice({ fetch, origin }, disk, token)
  const rows = async () => {
    const listed = await after.api.submissions(1, 10)
    return listed.ok ? listed.value.length : listed.failure
  }
  if (who === 'the worker') await after.sync.stop()
  expect(await rows()).toBe(0)
  await (who === 'the worker' ? drain(after) : after.sync.wake())
  expect(await rows()).toBe(1)
  await after.crash()
  await server.close()
})
