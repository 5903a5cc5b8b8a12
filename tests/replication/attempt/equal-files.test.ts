import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { attachFile, sha256Of } from '../../../collections/writes/write-files.ts'
import { commitEdit } from '../../collections/commit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { entriesIn } from '../../recovery.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'

/** Photos of one name, of equal bytes, and many of them, on our server: each is removed alone, and all arrive. */

const formId = 'household-profile'
const startServer = shareTestServer()
let server: TestServer
let device: Device
let token: string
beforeEach(async () => {
  server = await startServer()
  token = await server.login()
  device = await openNewPhone()
})
afterEach(() => device.crash())

const openNewPhone = async (): Promise<Device> => {
  const phone = await openDevice(
    { fetch: server.fetch, origin: server.origin },
    createDisk(),
    token,
  )
  await phone.sync.refresh.now('stats')
  return phone
}
const photo = (text: string, name = 'image.jpg') => ({
  fieldId: 'photos',
  name,
  bytes: new TextEncoder().encode(text),
})
const send = async () => {
  await queueUnsent(device.db, device.env.clock.now())
  await device.sync.run({ all: true })
}
/** The texts of the photos on the server. */
const onServer = async (serverId: string): Promise<readonly string[]> => {
  const row = await device.api.submission(serverId)
  const answers = (row.ok ? row.value.answers : []) as {
    form_field_id: string
    value_json: string[]
  }[]
  const listed = answers.find(({ form_field_id }) => form_field_id === 'photos')?.value_json ?? []
  return Promise.all(
    listed.map(async address => (await server.fetch(new URL(address, server.origin))).text()),
  )
}
const attach = async (owner: string, id: string, text: string): Promise<FileUploadDoc> => {
  const bytes = new Blob([text])
  const doc = fileUpload(id, {
    submission_id: owner,
    field_id: 'photos',
    file_name: 'image.jpg',
    sha256: await sha256Of(bytes),
  })
  await attachFile(device.db, doc, bytes)
  return doc
}
/** Saves the photos of an interview. */
const change = async (id: string, files: readonly FileUploadDoc[]) => {
  const answers = (await submissionOf(device, id))?.answers ?? {}
  device.env.clock.advance(1000)
  await commitEdit(device.db, id, { ...answers }, files, device.env.clock.now())
  await send()
}

test('a photo of the name of another phone’s is removed, and that one stays', async () => {
  const { id } = await submit(device, formId, { q: 'yes' }, [photo('the well, first visit')])
  await send()
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  await device.crash()
  device = await openNewPhone()
  await device.sync.refresh.now('submissions')
  await change(serverId, [await attach(`edit_${serverId}`, 'added', 'wrong photo')])
  expect(await onServer(serverId)).toEqual(['the well, first visit', 'wrong photo'])
  await change(serverId, [])
  expect(await onServer(serverId)).toEqual(['the well, first visit'])
  expect(await submissionOf(device, serverId)).toMatchObject({ syncStatus: 'synced', files: [] })
})

test('of two equal photos one is removed, and the server keeps the other', async () => {
  const { id } = await submit(device, formId, { q: 'yes' })
  await send()
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  const [one, two] = [await attach(id, 'one', 'the well'), await attach(id, 'two', 'the well')]
  await change(id, [one, two])
  await change(id, [two])
  expect(await onServer(serverId)).toEqual(['the well'])
  await change(id, [])
  expect(await onServer(serverId)).toEqual([])
})

test('more photos than one request takes arrive one after the other', async () => {
  const photos = Array.from({ length: 25 }, (_, at) => photo(`photo ${at}`, `${at}.jpg`))
  const { id } = await submit(device, formId, { q: 'yes' }, photos)
  await send()
  await send()
  expect(await entriesIn(device.db)).toEqual([])
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  expect((await onServer(serverId)).toSorted()).toEqual(
    photos.map((_, at) => `photo ${at}`).toSorted(),
  )
})
