import { binned } from '../../binned.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotArrived } from '../../../collections/waiting-forms.ts'
import { watchNotArrived } from '../../../src/workspace/watch-waiting.ts'
import { undoDelete, deleteSubmission } from '../../../replication/submit.ts'
import { drain } from '../../../replication/drain.ts'
import { deletionHeldMs } from '../../../replication/limits.ts'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { until } from '../../env.ts'
import { theEntry, tryAgain } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'
import { startTestServer } from '../../server/make-server.ts'

/** The DELETE of a submission leaves when the Undo of its deletion is gone, and not before, whatever triggers a run. */

let server: BareServer
let device: Device
let disk: Disk
let token: string
let deletes: number

const open = async (): Promise<void> => {
  const fetch: typeof server.fetch = (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'DELETE') deletes += 1
    return server.fetch(request)
  }
  device = await openDevice({ fetch, origin: server.origin }, disk, token)
}

beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  disk = createDisk()
  token = ''
  deletes = 0
  await open()
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  token = login.ok ? login.value.token : ''
  device.env.signIn(token)
})
afterEach(() => device.crash())

const deleted = async (): Promise<string> => {
  const { id } = await submit(device, '3', { q: 'one' })
  await device.sync.wake()
  expect(await deleteSubmission(device, id)).toBe('deleted')
  return id
}
const items = () => device.db.outbox.count().exec()

test('it leaves by itself when the Undo is gone', async () => {
  const id = await deleted()
  await device.sync.wake()
  device.env.clock.advance(deletionHeldMs - 1)
  await device.sync.wake()
  expect(deletes).toBe(0)
  expect(server.rows()).toHaveLength(1)
  device.env.clock.advance(1)
  await until('it is in the bin', async () => (await binned(device.db)).some(doc => doc.id === id))
  expect(server.rows()).toEqual([])
  expect(await items()).toBe(0)
})

test('no sync sends it earlier: not by hand, not by a trigger, not the worker', async () => {
  await deleted()
  expect(await device.sync.run({ all: true })).toMatchObject({ synced: 0, retried: 0 })
  await device.sync.runIfAutomatic()
  expect(await drain(device)).toMatchObject({ synced: 0, left: 1 })
  expect(deletes).toBe(0)
})

test('a sync by hand sends it afterwards, also after a crash and a start that found it held', async () => {
  await deleted()
  const at = device.env.clock.now()
  await device.crash()
  await open()
  device.env.clock.set(at + deletionHeldMs - 1)
  await device.sync.run({ all: true })
  expect(deletes).toBe(0)
  device.env.clock.set(at + deletionHeldMs)
  await device.sync.run({ all: true })
  expect(server.rows()).toEqual([])
})

test('an Undo leaves the row as it was, and nothing waits or is said to be sent', async () => {
  const sent: unknown[] = []
  device.sync.events$.subscribe(event => {
    if (event.type === 'finished') sent.push(...event.summary.sent.map(({ method }) => method))
  })
  const id = await deleted()
  sent.length = 0
  expect(await undoDelete(device, id)).toEqual({ kind: 'restored', lostFiles: 0 })
  expect(await items()).toBe(0)
  device.env.clock.advance(deletionHeldMs)
  await device.sync.runIfAutomatic()
  expect(await items()).toBe(0)
  expect(sent).toEqual([])
  expect(deletes).toBe(0)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', hidden: 0 })
  expect(server.rows()).toHaveLength(1)
})

test('an Undo within the run that a trigger began leaves nothing pending either', async () => {
  const counted: NotArrived[] = []
  const counts = watchNotArrived(device.db).subscribe(count => void counted.push(count))
  const id = await deleted()
  const run = device.sync.run({ all: true })
  expect(await undoDelete(device, id)).toMatchObject({ kind: 'restored' })
  expect(await run).toMatchObject({ sent: [] })
  await until('nothing waits', () => counted.at(-1)?.deletions === 0)
  expect(counted.at(-1)).toEqual({ submissions: 0, deletions: 0, profile: false })
  expect(counted.some(({ deletions }) => deletions > 1)).toBe(false)
  device.env.clock.advance(deletionHeldMs)
  expect(await device.sync.run({ all: true })).toMatchObject({ sent: [] })
  expect(deletes).toBe(0)
  counts.unsubscribe()
})

test('an edit that had not left yet does not take the deletion along', async () => {
  const id = await deleted()
  await device.db.outbox
    .findOne()
    .exec(true)
    .then(item => item.incrementalPatch({ method: 'PUT' }))
  await device.sync.run({ all: true })
  expect(deletes).toBe(0)
  device.env.clock.advance(deletionHeldMs)
  await until('it is in the bin', async () => (await binned(device.db)).some(doc => doc.id === id))
})

test('a clock that is set back does not hold it longer', async () => {
  await deleted()
  device.env.clock.set(device.env.clock.now() - 3_600_000)
  await device.sync.run({ all: true })
  expect(server.rows()).toEqual([])
})

test('a refused one shows the submission again, and is held again when it is tried again', async () => {
  const id = await deleted()
  server.faults.arm({ fault: 'draft', method: 'DELETE', path: '/form-submissions' })
  device.env.clock.advance(deletionHeldMs)
  await device.sync.run({ all: true })
  expect((await submissionOf(device, id))?.hidden).toBe(0)
  const entry = await theEntry(device.db)
  expect(entry).toMatchObject({ kind: 'delete' })
  expect(await tryAgain(device.db, entry.id, device.env.clock.now())).toBe('returned')
  expect((await submissionOf(device, id))?.hidden).toBe(1)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  device.env.clock.advance(deletionHeldMs)
  await device.sync.run({ all: true })
  expect(server.rows()).toEqual([])
  expect(await submissionOf(device, id)).toBeNull()
})

test('the news that its row was deleted elsewhere ends it at once, so that an Undo sends it again', async () => {
  const ours = await startTestServer()
  await device.crash()
  const ourToken = await ours.login()
  device = await openDevice({ fetch: ours.fetch, origin: ours.origin }, createDisk(), ourToken)
  const { id } = await submit(device, 'household-profile', { a: 'one' })
  await device.sync.refresh.now('submissions')
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  await deleteSubmission(device, id)
  await device.api.deleteSubmission(serverId, 1000)
  await device.sync.refresh.now('submissions')
  await undoDelete(device, id)
  await device.sync.run({ all: true })
  const again = await submissionOf(device, id)
  expect(again).toMatchObject({ hidden: 0, syncStatus: 'synced' })
  expect(await device.api.submission(again?.server_id ?? '')).toMatchObject({ ok: true })
  await ours.close()
})
