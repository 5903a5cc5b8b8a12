import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run.ts'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPglite } from '../../server/db/pglite.ts'
import { createMemoryBlobs } from '../../server/files/blobs.ts'
import { createDisk, openDevice, submissionOf, submit } from '../device.ts'
import { temporaryDirectory } from '../server/child-server.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Our server is restored from a backup. The phones send what it has lost since, by key. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 3 })
})
afterAll(() => server.close())

const passwords = createPasswords({ ln: 4, r: 1, p: 1 })

test('what a restored server has lost is sent again, with its photo, and nothing twice', async () => {
  const directory = await temporaryDirectory()
  const path = join(directory.path, 'backup')
  const token = await server.login()
  let fetch = server.fetch
  const device = await openDevice(
    { fetch: (input, init) => fetch(input, init), origin: server.origin },
    createDisk(),
    token,
  )
  const told: number[] = []
  device.sync.events$.subscribe(event => {
    if (event.type === 'resent') told.push(event.count)
  })
  await device.sync.refresh.now('stats')
  const forms = await device.api.forms(false)
  const formId = (forms.ok ? forms.value : []).find(({ status }) => status !== 'draft')?.id ?? ''
  const before = await submit(device, formId, { q: 'before the backup' })
  await device.sync.refresh.now('submissions')
  await runAdmin({ ...server, passwords }, ['backup', 'create', path])
  const bytes = new Uint8Array([1, 2, 3])
  device.env.clock.advance(1000)
  const lost = await submit(device, formId, { q: 'after it' }, [
    { fieldId: 'photo', name: 'pump.txt', bytes },
  ])
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  expect(await submissionOf(device, lost.id)).toMatchObject({ syncStatus: 'synced' })

  const db = await openPglite(null)
  await migrate(db)
  const blobs = createMemoryBlobs()
  await runAdmin({ db, blobs, clock: server.clock, passwords }, ['backup', 'restore', path])
  const app = await createApp({
    ...server,
    db,
    blobs,
    log: () => undefined,
    mailer: async () => undefined,
    publicUrl: server.origin,
    mode: 'production',
  })
  fetch = async (input, init) => app.fetch(new Request(input, init))

  await device.sync.refresh.now('submissions')
  expect(told).toEqual([1])
  await device.sync.run({ all: true })
  await device.sync.refresh.now('submissions')
  const listed = await device.api.submissions(1, 100)
  const rows = listed.ok ? listed.value : []
  expect(rows.filter(({ form_id }) => form_id === formId).length).toBeGreaterThanOrEqual(2)
  expect(rows.filter(({ tempId }) => tempId === lost.id)).toHaveLength(1)
  expect(rows.filter(({ tempId }) => tempId === before.id)).toHaveLength(1)
  expect(rows).toHaveLength(5)
  const again = await submissionOf(device, lost.id)
  expect(again).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  expect(again?.history.map(({ what }) => what)).toContain('resent')
  const [address = ''] = [again?.answers['photo'] ?? []].flat()
  const file = await fetch(new URL(address, server.origin))
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
  await device.crash()
  await db.close()
  await directory.remove()
})
