import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { demoUsers } from '../../../server/demo/seed.ts'
import { commitEdit } from '../../collections/commit.ts'
import { submissionOf, submit } from '../../device.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { openWeakPhone } from './weak-phone.ts'

/** Files over a link that carries none of them in one request: they go in pieces, behind what the server has. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const fileOf = (name: string, size: number) => ({
  fieldId: 'recording',
  name,
  bytes: new Uint8Array(randomBytes(size)),
})
/** The digests of the files that the server has of the surveyor, besides the demo's. */
const arrivedHashes = async (): Promise<readonly string[]> => {
  const rows = await server.db.query<{ sha256: string }>(
    `select sha256 from submission_files where user_id = $1 and form_field_id = 'recording'
     order by position`,
    [demoUsers.asha.id],
  )
  return rows.map(({ sha256 }) => sha256)
}

test('a file that is cut every minute arrives once, byte for byte, also after a crash of the phone', async () => {
  const { device, sent, sendAll, restart, weaken } = await openWeakPhone(
    server,
    await server.login(),
  )
  await device().sync.refresh.now('stats')
  const file = fileOf('a talk.ogg', 1_000_000)
  weaken({ kbps: 20, roundTripMs: 2000, cutEveryMs: 60_000 })
  const { id } = await submit(device(), 'household-profile', { q: 'yes' }, [file])
  const patches = () => sent.filter(({ call }) => call.startsWith('PATCH'))
  await sendAll(() => patches().length > 8)
  await restart()
  await device().sync.runIfAutomatic()
  await sendAll()
  expect(await arrivedHashes()).toEqual([hashOf(file.bytes)])
  expect(Buffer.from((await server.blobs.get(hashOf(file.bytes))) ?? [])).toEqual(
    Buffer.from(file.bytes),
  )
  expect(await submissionOf(device(), id)).toMatchObject({ syncStatus: 'synced' })
  const calls = sent.map(({ call }) => call)
  expect(calls.filter(call => call.endsWith('/uploads'))).toHaveLength(1)
  expect(calls.some(call => call.startsWith('HEAD'))).toBe(true)
  // What broke off is not sent again from the beginning: the link carries 150 kB in a minute.
  const offered = patches().reduce((sum, { bytes }) => sum + bytes, 0)
  expect(offered).toBeLessThan(2_000_000)
  await device().crash()
})

test('a small file goes in one request, and in pieces once that had no answer', async () => {
  await server.reset()
  const { device, sent, sendAll, weaken } = await openWeakPhone(server, await server.login())
  await device().sync.refresh.now('stats')
  weaken({ kbps: 20, roundTripMs: 2000 })
  const [small, medium] = [fileOf('small.ogg', 20_000), fileOf('medium.ogg', 120_000)]
  await submit(device(), 'household-profile', { q: 'yes' }, [small])
  await sendAll()
  expect(sent.some(({ call }) => call.endsWith('/uploads'))).toBe(false)
  // Half of the speed, so that the minute of a request is too short.
  weaken({ kbps: 10, roundTripMs: 2000 })
  await submit(device(), 'household-profile', { q: 'no' }, [medium])
  await sendAll()
  expect(sent.some(({ call }) => call.endsWith('/uploads'))).toBe(true)
  expect([...(await arrivedHashes())].sort()).toEqual(
    [hashOf(small.bytes), hashOf(medium.bytes)].sort(),
  )
  await device().crash()
})

test('a file that takes the place of one that has arrived in part is sent from its own beginning', async () => {
  await server.reset()
  const { device, sent, sendAll, restart, weaken } = await openWeakPhone(
    server,
    await server.login(),
  )
  await device().sync.refresh.now('stats')
  weaken({ kbps: 20, roundTripMs: 2000, cutEveryMs: 60_000 })
  const begun = fileOf('begun.ogg', 1_000_000)
  const { id } = await submit(device(), 'household-profile', { q: 'yes' }, [begun])
  await sendAll(() => sent.filter(({ call }) => call.startsWith('PATCH')).length > 6)
  await restart()
  // Shorter than what has arrived of the other.
  const { bytes } = fileOf('other.ogg', 140_000)
  const field = { submission_id: id, field_id: 'recording', field_type: 'FILE' }
  const other = fileUpload('other', { ...field, file_size: bytes.length, sha256: hashOf(bytes) })
  await attachFile(device().db, other, new Blob([bytes]))
  await commitEdit(device().db, id, { q: 'yes' }, [other], device().env.clock.now())
  await device().sync.runIfAutomatic()
  await sendAll()
  expect(await arrivedHashes()).toEqual([hashOf(bytes)])
  expect(await submissionOf(device(), id)).toMatchObject({ files_pending: 0 })
  await device().crash()
})
