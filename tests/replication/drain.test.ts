import type { RxStorage } from 'rxdb'
import { delay } from 'rxjs'
import { expect, test } from 'vitest'
import { openStored } from '../../collections/open-stored.ts'
import { createClient } from '../../replication/http/client.ts'
import { drain } from '../../replication/drain.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk, openDevice, submit } from '../device.ts'
import { createFakeSyncEnv } from '../env.ts'
import { createBareServer } from '../server/bare-server.ts'

/** The run without a window. */

/** A storage whose change events arrive late, as on a busy phone. */
const lateNews = (storage: RxStorage<unknown, unknown>): RxStorage<unknown, unknown> => ({
  ...storage,
  createStorageInstance: async params => {
    const instance = await storage.createStorageInstance(params)
    if (instance.collectionName !== 'submissions') return instance
    const changes = instance.changeStream.bind(instance)
    instance.changeStream = () => changes().pipe(delay(300))
    return instance
  },
})

test('sent items are counted although the collections are notified later', async () => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const disk = createDisk()
  const options = { fetch: server.fetch, origin: server.origin }
  const device = await openDevice(options, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.cut()
  await submit(device, '3', { q: 'one' })
  await submit(device, '3', { q: 'two' })
  await device.crash()

  const storage = lateNews(workspaceStorage({ indexedDb: disk.port }))
  const db = await openStored(disk.name, disk.port, storage)
  if (db === null) throw new Error('The database is not there.')
  const env = createFakeSyncEnv(options)
  env.signIn(login.ok ? login.value.token : null)
  const client = createClient(env)
  const drained = await drain({ db, client, env })
  expect(drained).toMatchObject({ synced: 2, stopped: null })
  expect(server.rows()).toHaveLength(2)
  await db.close()
})
