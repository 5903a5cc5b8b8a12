import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storedBytes } from '../../collections/one-database/bytes.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { restoreFromBin } from '../../replication/bin/restore-from-bin.ts'
import { undoDelete, deleteSubmission } from '../../replication/submit.ts'
import { keepFiles } from '../../replication/keep-files.ts'
import { deletionHeldMs } from '../../replication/limits.ts'
import {
  createDisk,
  deleteEverywhere,
  openDevice,
  submissionOf,
  submit,
  type Device,
} from '../device.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** Files that only the server has are fetched before a deletion, so that the bin can restore them. */

let device: Device
afterEach(() => device.crash())

const addressesOf = ({ answers }: Pick<SubmissionDoc, 'answers'>): readonly string[] =>
  Object.values(answers)
    .flat()
    .filter(text => text.startsWith('http'))
const restored = async (entryId: string): Promise<{ id: string; lostFiles: number }> => {
  const outcome = await restoreFromBin(device.db, entryId, device.env.clock.now())
  if (outcome.kind === 'gone') throw new Error('It is not in the bin.')
  await device.sync.run({ all: true })
  await device.sync.run({ all: true })
  return { id: entryId, lostFiles: outcome.lostFiles }
}

describe('a submission of another device', () => {
  let server: TestServer
  let photographed: SubmissionDoc

  beforeAll(async () => {
    server = await startTestServer({ pastTotal: 12 })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.reset()
    const token = await server.login()
    device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), token)
    await device.sync.refresh.now('forms')
    await device.sync.refresh.now('submissions')
    const all = await device.db.submissions.find().exec()
    const found = all.map(doc => doc.toMutableJSON() as SubmissionDoc)
    const withPhotos = found.find(submission => addressesOf(submission).length > 0)
    if (withPhotos === undefined) throw new Error('No submission has photos.')
    photographed = withPhotos
  })

  const bytesAt = async (address: string | undefined) =>
    new Uint8Array(await (await server.fetch(address ?? '')).arrayBuffer())

  test('is restored with its photos and its address, also on the server', async () => {
    const photos = await Promise.all(addressesOf(photographed).map(bytesAt))
    expect(await keepFiles(device, photographed.id)).toEqual([])
    await deleteEverywhere(device, photographed.id)
    const { id, lostFiles } = await restored(photographed.id)
    expect(lostFiles).toBe(0)
    const after = await submissionOf(device, id)
    expect(after).toMatchObject({ syncStatus: 'synced', address: photographed.address })
    const row = await device.api.submission(after?.server_id ?? '')
    expect(row.ok && row.value.address).toBe(photographed.address)
    const again = await Promise.all(addressesOf(after ?? { answers: {} }).map(bytesAt))
    expect(photos).toHaveLength(2)
    expect(again).toEqual(photos)
  })

  test('is as it was after an Undo, and what was fetched belongs to nothing', async () => {
    await keepFiles(device, photographed.id)
    await deleteSubmission(device, photographed.id)
    expect((await submissionOf(device, photographed.id))?.files).toHaveLength(2)
    await undoDelete(device, photographed.id)
    const after = await submissionOf(device, photographed.id)
    expect(after).toMatchObject({ files: [], answers: photographed.answers, hidden: 0 })
  })

  test('is found without a network to have photos that are only on the server, and a restore counts them', async () => {
    device.env.cut()
    const lost = await keepFiles(device, photographed.id)
    expect(lost.map(({ file_name }) => file_name)).toEqual(['photo-1.png', 'photo-2.png'])
    await deleteSubmission(device, photographed.id)
    device.env.clock.advance(deletionHeldMs)
    device.env.mend()
    await device.sync.run({ all: true })
    expect((await restored(photographed.id)).lostFiles).toBe(2)
  })

  test('keeps no answer of a portal, and no bytes that are not those of the photo', async () => {
    const portal = () => Promise.resolve(new Response('<html>', { headers: { etag: 'x' } }))
    const env = { ...device.env, fetch: portal }
    expect(await keepFiles({ ...device, env }, photographed.id)).toHaveLength(2)
  })
})

describe('on a server that says no digests', () => {
  let server: BareServer
  let id: string
  /** The type under which the server shows files. */
  let type: string

  beforeEach(async () => {
    type = 'text/plain'
    server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
    const fetch: typeof server.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const [, row, name] = /^\/storage\/(\d+)\/(.+)$/.exec(url.pathname) ?? []
      if (row === undefined) return server.fetch(input, init)
      const bytes = await server.fileBytes(Number(row), decodeURIComponent(name ?? ''))
      return new Response(bytes as BodyInit | null, { headers: { 'Content-Type': type } })
    }
    device = await openDevice({ fetch, origin: server.origin }, createDisk(), null)
    const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
    device.env.signIn(login.ok ? login.value.token : null)
    const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }
    id = (await submit(device, '3', { q: 'one' }, [file])).id
    await device.sync.run({ all: true })
    await device.sync.refresh.now('submissions')
  })

  test('bytes that left the device are fetched again', async () => {
    await storedBytes(device.db.file_uploads).remove(`${id}-0`, fileData)
    expect(await keepFiles(device, id)).toEqual([])
    await deleteEverywhere(device, id)
    expect((await restored(id)).lostFiles).toBe(0)
    const bytes = await (await fileBytes(device.db, `${id}-0`))?.arrayBuffer()
    expect([...new Uint8Array(bytes ?? new ArrayBuffer())]).toEqual([1, 2, 3])
    expect(server.rows()[0]?.files).toHaveLength(1)
  })

  test('a page in the place of a file is not kept', async () => {
    await storedBytes(device.db.file_uploads).remove(`${id}-0`, fileData)
    type = 'text/html; charset=utf-8'
    expect(await keepFiles(device, id)).toHaveLength(1)
  })

  test('a file that is here needs no network', async () => {
    device.env.cut()
    expect(await keepFiles(device, id)).toEqual([])
  })
})
