import { submittedDocs } from '../../submitted.ts'
import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileData } from '../../../collections/schemas/file-uploads.ts'
import { removeUnnamedFiles } from '../../../collections/writes/file-owners.ts'
import { freeBytes } from '../../../collections/writes/make-room.ts'
import { binMs, deleteFromBin, emptyExpired } from '../../../collections/writes/write-bin.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { undoDelete, deleteSubmission } from '../../../replication/submit.ts'
import {
  createDisk,
  deleteEverywhere,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { binned } from '../../binned.ts'
import { draftIn } from '../../drafts.ts'
import { until } from '../../env.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** What disappears can be read and restored completely for 30 days, unless the device needs the room. */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
const bytes = new Uint8Array([1, 2, 3])
const file = { fieldId: 'photo', name: 'pump.txt', bytes }

let server: BareServer
let device: Device
let disk: Disk
let token: string

const open = async (): Promise<void> => {
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
}

beforeEach(async () => {
  server = createBareServer({ forms })
  disk = createDisk()
  token = ''
  await open()
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  token = login.ok ? login.value.token : ''
  device.env.signIn(token)
})
afterEach(() => device.crash())

const now = () => device.env.clock.now()
const entries = () => binned(device.db)
/** Those of the lists, and those whose deletion is to be sent. */
const living = () => submittedDocs(device.db)
const storedBytes = async (fileId: string): Promise<readonly number[] | null> => {
  const doc = await device.db.file_uploads.findOne(fileId).exec()
  const blob = await doc?.getAttachment(fileData)?.getData()
  return blob === undefined ? null : [...new Uint8Array(await blob.arrayBuffer())]
}
const restart = async (): Promise<void> => {
  const at = now()
  await device.crash()
  await open()
  device.env.clock.set(at)
  await emptyExpired(device.db, now())
}

/** A submission that the server has completely. */
const synced = async (): Promise<string> => {
  const { id } = await submit(device, '3', { q: 'one' }, [file])
  await device.sync.run({ all: true })
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  return id
}

/** Deletes it here and on the server. */
const deleted = async (): Promise<string> => {
  const id = await synced()
  await deleteEverywhere(device, id)
  expect(server.rows()).toEqual([])
  return id
}

/** One row on the server, with the answer and the file; one submission on the device. */
const expectWhole = async (submissionId: string): Promise<void> => {
  device.env.clock.advance(60_000)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(server.rows()[0]?.answers).toMatchObject([{ form_field_id: 'q', value: 'one' }])
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect(await submissionOf(device, submissionId)).toMatchObject({
    syncStatus: 'synced',
    hidden: 0,
    answers: { q: 'one' },
    files_pending: 0,
  })
  expect(await living()).toHaveLength(1)
  expect(await entries()).toEqual([])
}

describe('restoring', () => {
  test('a deletion leaves answers and bytes in the bin, and restoring sends them as new', async () => {
    const id = await deleted()
    const [entry] = await entries()
    expect(entry).toMatchObject({
      id,
      binned: { reason: 'surveyor' },
      files: [{ id: `${id}-0` }],
      answers: { q: 'one' },
    })
    expect(await storedBytes(`${id}-0`)).toEqual([1, 2, 3])
    const restored = await restoreFromBin(device.db, id, now())
    expect(restored).toMatchObject({ kind: 'restored', lostFiles: 0 })
    await expectWhole(id)
  })

  test('a submission that the server never had can be restored too', async () => {
    device.env.cut()
    const { id } = await submit(device, '3', { q: 'one' }, [file])
    expect(await deleteSubmission(device, id)).toBe('local')
    const restored = await restoreFromBin(device.db, id, now())
    device.env.mend()
    await expectWhole(id)
    expect(restored.kind).toBe('restored')
  })

  test('files without bytes on the device are counted', async () => {
    const id = await synced()
    const doc = await device.db.file_uploads.findOne(`${id}-0`).exec(true)
    await doc.getAttachment(fileData)?.remove()
    await deleteEverywhere(device, id)
    expect(await restoreFromBin(device.db, id, now())).toMatchObject({ lostFiles: 1 })
    expect(await restoreFromBin(device.db, id, now())).toEqual({ kind: 'gone' })
  })

  test.each(['file_uploads', 'submissions', 'outbox'] as const)(
    'a restoration that a crash before a write to %s interrupted is done by the next try',
    async collection => {
      const id = await deleted()
      const instance = device.db[collection].storageInstance
      instance.bulkWrite = () => Promise.reject(new Error('The tab is gone.'))
      await expect(restoreFromBin(device.db, id, now())).rejects.toThrow('The tab is gone.')
      await restart()
      expect(await living()).toEqual([])
      await restoreFromBin(device.db, id, now())
      const [only] = await living()
      await expectWhole(only?.id ?? '')
    },
  )
})

describe('undoing', () => {
  test('before the server received it: nothing is sent, and it is shown again', async () => {
    const id = await synced()
    device.env.cut()
    expect(await deleteSubmission(device, id)).toBe('marked')
    expect(await undoDelete(device, id)).toEqual({
      kind: 'restored',
      lostFiles: 0,
    })
    expect(await device.db.outbox.count().exec()).toBe(0)
    device.env.mend()
    await expectWhole(id)
    expect(server.rows()[0]?.id).toBe(1)
  })

  test('after the server confirmed it', async () => {
    const id = await deleted()
    const undone = await undoDelete(device, id)
    expect(undone.kind).toBe('restored')
    await expectWhole(id)
  })

  test('while its DELETE is in flight, answered or not', async () => {
    const id = await synced()
    server.faults.arm({ fault: 'drop-after', method: 'DELETE', path: '/form-submissions' })
    await deleteEverywhere(device, id)
    expect(server.rows()).toEqual([])
    await undoDelete(device, id)
    device.env.clock.advance(120_000)
    await device.sync.run({ all: true })
    const [only] = await living()
    await expectWhole(only?.id ?? '')
  })

  test('while its DELETE was in flight, and a list without its row comes before the next try', async () => {
    const id = await synced()
    server.faults.arm({ fault: 'drop-after', method: 'DELETE', path: '/form-submissions' })
    await deleteEverywhere(device, id)
    await undoDelete(device, id)
    await device.sync.refresh.now('submissions')
    expect(await entries()).toEqual([])
    device.env.clock.advance(120_000)
    await device.sync.run({ all: true })
    const [only] = await living()
    await expectWhole(only?.id ?? '')
  })
})

describe('for how long', () => {
  const dayMs = 24 * 60 * 60_000
  /** The entries after a start at a time, ms from now. */
  const entriesIn = async (ms: number) => {
    device.env.clock.advance(ms)
    await restart()
    return entries()
  }

  test('30 days, and one more from the start that notices it; its files are deleted with it', async () => {
    const id = await deleted()
    expect(await entriesIn(binMs)).toHaveLength(1)
    expect(await entriesIn(1)).toHaveLength(1)
    expect(await entriesIn(dayMs - 1)).toHaveLength(1)
    expect(await entriesIn(1)).toEqual([])
    expect(await device.db.file_uploads.findOne(`${id}-0`).exec()).toBeNull()
  })

  test('no less after the clock was a month ahead, however often', async () => {
    await deleted()
    for (const days of [31, 45]) {
      expect(await entriesIn(days * dayMs)).toHaveLength(1)
      expect(await entriesIn(-days * dayMs)).toHaveLength(1)
    }
  })

  test('no longer when the clock was a year ahead at the start that notices it', async () => {
    await deleted()
    expect(await entriesIn(400 * dayMs)).toHaveLength(1)
    expect(await entriesIn(-369 * dayMs)).toHaveLength(1)
    expect(await entriesIn(dayMs)).toEqual([])
  })

  test('no less after the clock was ahead while another entry waited for its day', async () => {
    const first = await deleted()
    device.env.clock.advance(20 * dayMs)
    const second = await deleted()
    expect((await entriesIn(11 * dayMs)).map(({ id }) => id).toSorted()).toEqual(
      [first, second].toSorted(),
    )
    expect((await entriesIn(21 * dayMs)).map(({ id }) => id)).toEqual([second])
    expect(await entriesIn(-20 * dayMs)).toHaveLength(1)
    // From the start that notices it, it has its own day.
    expect(await entriesIn(18 * dayMs + 1)).toHaveLength(1)
    expect(await entriesIn(dayMs)).toEqual([])
  })

  test('the bin is the first to make room, oldest entry first', async () => {
    const first = await deleted()
    device.env.clock.advance(60_000)
    const second = await deleted()
    device.env.clock.advance(60_000)
    const kept = await synced()
    expect(await freeBytes(device.db, 1)).toBe(bytes.length)
    expect((await entries()).map(({ id }) => id)).toEqual([second])
    expect(await device.db.file_uploads.findOne(`${first}-0`).exec()).toBeNull()
    expect(await storedBytes(`${kept}-0`)).toEqual([1, 2, 3])
    expect(await freeBytes(device.db, bytes.length)).toBe(bytes.length)
    expect(await storedBytes(`${kept}-0`)).toEqual([1, 2, 3])
  })

  test('a file in the bin is removed only by deleting the entry for good', async () => {
    const id = await deleted()
    await removeUnnamedFiles(device.db, [`${id}-0`])
    await restart()
    expect(await storedBytes(`${id}-0`)).toEqual([1, 2, 3])
    await deleteFromBin(device.db, id)
    expect(await device.db.file_uploads.findOne(`${id}-0`).exec()).toBeNull()
    expect(await entries()).toEqual([])
  })
})

test('an edit whose submission disappears becomes an interview of its own, with all its answers and files', async () => {
  const id = await synced()
  const submission = await submissionOf(device, id)
  if (submission === null) throw new Error('There is no submission.')
  const draft = await startEditDraft(device.db, submission, now())
  await deleteEverywhere(device, id)
  await until('it is detached', async () => {
    const stored = await draftIn(device.db, draft.id)
    return stored?.submission_id === ''
  })
  expect((await draftIn(device.db, draft.id))?.client_key).not.toBe(submission.client_key)
  expect(await entries()).toEqual([])
  expect(await storedBytes(`${id}-0`)).toEqual([1, 2, 3])
})
