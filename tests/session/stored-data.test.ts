import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { exportStored } from '../../src/storage/stored-data.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createDisk, fillIn } from '../device.ts'
import { createFakeClock } from '../env.ts'
import { refuseBlobs } from '../no-blobs.ts'

/** The file of all readable data, for a database that cannot be opened. */

afterEach(() => {
  vi.restoreAllMocks()
})

const local = { get: () => null, set: () => {}, remove: () => {}, keys: () => [] }
const lostType = 'image/lost'

/** Has the browser refuse to read blobs of a type, as it does when it has lost their bytes. */
const loseBytes = (): void => {
  const { arrayBuffer } = Blob.prototype
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function read(this: Blob) {
    return this.type === lostType
      ? Promise.reject(new DOMException('The file could not be read.', 'NotReadableError'))
      : arrayBuffer.call(this)
  })
}

test('has a file that the browser kept without a blob', async () => {
  const { name, port: indexedDb } = createDisk()
  const db = await openDatabase(name, workspaceStorage({ indexedDb }))
  const clock = createFakeClock()
  refuseBlobs()
  const file = { fieldId: 'photo', name: 'kept.txt', bytes: new TextEncoder().encode('kept bytes') }
  await fillIn({ db, env: { clock, uuid: () => 'key' } } as never, '3', {}, [file])
  await db.close()
  const env = { indexedDb, local, defaultServerUrl: '' }
  const text = await (await exportStored(env, name, clock.now(), null)).text()
  expect(text).toContain(`"base64":"${btoa('kept bytes')}"`)
})

test('has all answers and other files although the browser has lost one file', async () => {
  const { name, port: indexedDb } = createDisk()
  const db = await openDatabase(name, workspaceStorage({ indexedDb }))
  const clock = createFakeClock()
  const { contents } = await fillIn(
    { db, env: { clock, uuid: () => 'key' } } as never,
    '3',
    {
      q: 'what was said',
    },
    [{ fieldId: 'photo', name: 'kept.txt', bytes: new TextEncoder().encode('kept bytes') }],
  )
  const [kept] = contents.files
  if (kept === undefined) throw new Error('There is no file.')
  const lost = { ...kept, id: 'lost', file_name: 'lost.txt', file_type: lostType }
  await attachFile(db, lost, new Blob(['lost bytes'], { type: lostType }))
  await db.close()
  loseBytes()
  const saved = await exportStored(
    { indexedDb, local, defaultServerUrl: '' },
    name,
    clock.now(),
    null,
  )
  const text = await saved.text()
  expect(JSON.parse(text)).toMatchObject({ format: 'transect-raw-1' })
  expect(text).toContain('what was said')
  expect(text).toContain(btoa('kept bytes'))
  expect(text).toContain('NotReadableError')
})
