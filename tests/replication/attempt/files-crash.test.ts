import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** A tab dies while its files are marked as sent: they are marked and counted in one transaction, or not at all. */

let server: TestServer
let disk: Disk
let device: Device
let token: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  token = await server.login()
  disk = createDisk()
})
afterEach(() => device.crash())

const start = (): Promise<Device> =>
  openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)

const paper = (name: string) => ({
  fieldId: 'consent',
  name,
  bytes: new TextEncoder().encode(`I agree, ${name}.`),
})

/** The submission can no longer be written once a file is to be marked as sent. */
const dieWithFirstFile = ({ db }: Device): void => {
  const instance = db.file_uploads.storageInstance
  const write = instance.bulkWrite.bind(instance)
  const { storageInstance } = db.submissions
  instance.bulkWrite = (rows, context) => {
    if (rows.some(({ document }) => document.sync_status === 'synced')) {
      storageInstance.bulkWrite = () => Promise.reject(new Error('The tab is gone.'))
    }
    return write(rows, context)
  }
}

test.each([1, 2])('the next start records that all of %i files is there', async count => {
  device = await start()
  const forms = await device.api.forms(1)
  const formId = (forms.ok && forms.value.heads.find(({ status }) => status !== 'draft')?.id) || ''
  device.env.cut()
  const files = Array.from({ length: count }, (_, n) => paper(`${n}.txt`))
  const { id } = await submit(device, formId, { a: 'with papers' }, files)
  await device.crash()

  device = await start()
  dieWithFirstFile(device)
  await device.sync.run({ all: true }).catch(() => {})
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending' })
  const marked = await device.db.file_uploads.find().exec()
  expect(marked.map(({ sync_status }) => sync_status)).toEqual(Array(count).fill('pending'))
  await device.crash()

  device = await start()
  await device.sync.run({ all: true })
  const stored = await submissionOf(device, id)
  expect(stored).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  expect(stored?.history.map(({ what }) => what)).toEqual(['saved', 'sent', 'file', 'synced'])
  expect(await device.db.outbox.find().exec()).toEqual([])
})
