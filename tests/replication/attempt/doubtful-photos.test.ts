import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { attachFile, sha256Of } from '../../../collections/writes/write-files.ts'
import { commitEdit } from '../../collections/commit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'

/** An upload without an answer, of which the surveyor then removes a photo, on our server. */

const formId = 'household-profile'
const startServer = shareTestServer()
let server: TestServer
let device: Device
let isCut = false
beforeEach(async () => {
  server = await startServer()
  isCut = false
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return isCut && url.endsWith('/upload-files')
      ? Promise.reject(new TypeError('fetch failed'))
      : server.fetch(input, init)
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), await server.login())
  await device.sync.refresh.now('stats')
})
afterEach(() => device.crash())

const attach = async (owner: string, id: string): Promise<FileUploadDoc> => {
  const bytes = new Blob([id])
  const sha256 = await sha256Of(bytes)
  const named = { submission_id: owner, field_id: 'photos', file_name: 'image.jpg', sha256 }
  const doc = fileUpload(id, named)
  await attachFile(device.db, doc, bytes)
  return doc
}
const change = async (id: string, files: readonly FileUploadDoc[]) => {
  device.env.clock.advance(1000)
  await commitEdit(device.db, id, { q: 'yes' }, files, device.env.clock.now())
  for (const pause of [0, 61_000, 61_000]) {
    device.env.clock.advance(pause)
    await queueUnsent(device.db, device.env.clock.now())
    await device.sync.run({ all: true })
  }
}
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

test('a photo that never left is sent, although an earlier one has its name', async () => {
  const { id } = await submit(device, formId, { q: 'yes' })
  const first = await attach(id, 'first')
  await change(id, [first])
  isCut = true
  const second = await attach(id, 'second')
  await change(id, [first, second, await attach(id, 'third')])
  isCut = false
  await change(id, [first, second])
  expect(await onServer((await submissionOf(device, id))?.server_id ?? '')).toEqual([
    'first',
    'second',
  ])
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
})
