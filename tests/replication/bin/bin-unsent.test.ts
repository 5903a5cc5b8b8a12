import { binned } from '../../binned.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { freeBytes } from '../../../collections/writes/make-room.ts'
import { binMs, emptyExpired } from '../../../collections/writes/write-bin.ts'
import { fileBytes } from '../../../collections/writes/write-files.ts'
import { deleteSubmission } from '../../../replication/submit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { until } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** What the server never had is not deleted to make room, and what disappears elsewhere not after 30 days either. */

const dayMs = 24 * 60 * 60_000
const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }

let server: BareServer | TestServer
let device: Device

/** Signs in on a new device. */
const begin = async (chosen: BareServer | TestServer): Promise<void> => {
  server = chosen
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
}
const beginPlain = () =>
  begin(createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] }))
afterEach(() => device.crash())

const now = () => device.env.clock.now()
const bytesOf = async (id: string) => (await fileBytes(device.db, `${id}-0`))?.size
const fillUp = () => freeBytes(device.db, 1_000_000_000)
const inBin = async () => (await binned(device.db)).map(({ id }) => id)
const inRecovery = async () => (await entriesIn(device.db)).map(({ kind }) => kind)

/** A submission that the server has without its photo. */
const withoutPhoto = async (formId: string): Promise<string> => {
  server.faults.arm({ fault: 'drop-before', method: 'POST', path: 'upload-files', times: 9 })
  const { id } = await submit(device, formId, { a: 'one' }, [file])
  await device.sync.wake()
  expect(await submissionOf(device, id)).toMatchObject({ files_pending: 1 })
  return id
}
const deleteOnServer = async (id: string) => {
  const submission = await submissionOf(device, id)
  await device.api.deleteSubmission(submission?.server_id ?? '', 1000)
}
const refresh = async (id: string) => {
  await device.sync.refresh.now('submissions')
  await until('it is in the bin', async () => (await inBin()).includes(id))
}
const waitMonths = async () => {
  for (const days of [31, 2]) {
    device.env.clock.advance(days * dayMs)
    await emptyExpired(device.db, now())
  }
}

describe('an unsent photo of an interview that was deleted elsewhere stays', () => {
  test('when the list of changes shows that its row is gone', async () => {
    const ours = await startTestServer()
    await begin(ours)
    const id = await withoutPhoto('household-profile')
    await deleteOnServer(id)
    await refresh(id)
    expect(await fillUp()).toBe(0)
    await waitMonths()
    expect([await bytesOf(id), await inBin(), await inRecovery()]).toEqual([3, [id], []])
    await ours.close()
  })

  test('when its upload is refused first', async () => {
    await beginPlain()
    const id = await withoutPhoto('3')
    await deleteOnServer(id)
    server.faults.clear()
    device.env.clock.advance(120_000)
    await device.sync.run({ all: true })
    expect(await inRecovery()).toEqual(['files'])
    await refresh(id)
    expect(await fillUp()).toBe(0)
    await waitMonths()
    expect([await bytesOf(id), await inBin()]).toEqual([3, [id]])
  })
})

test('an interview that was never sent and is deleted here makes no room, and expires', async () => {
  await beginPlain()
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'one' }, [file])
  expect(await deleteSubmission(device, id)).toBe('local')
  expect(await fillUp()).toBe(0)
  expect([await bytesOf(id), await inBin()]).toEqual([3, [id]])
  expect(binMs).toBeLessThan(31 * dayMs)
  await waitMonths()
  expect([await bytesOf(id), await inBin()]).toEqual([undefined, []])
})
