import { submittedDocs } from '../submitted.ts'
import { tryAgain } from '../recovery.ts'
import { assert as assertProperty, asyncProperty, double, integer, nat } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answersOf, filesOf } from '../../collections/queries.ts'
import { attachFile, fileBytes } from '../../collections/writes/write-files.ts'
import { commitEdit } from '../collections/commit.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { updateProfile } from '../../replication/update-profile.ts'
import { readFiles } from '../../src/features/fill/interview/follow-draft.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup, type Restored } from '../../src/backup/restore/restore-backup.ts'
import {
  editProfile,
  createDisk,
  fillIn,
  openDevice,
  submissionOf,
  submit,
  type Device,
} from '../device.ts'
import { countDrafts, draftIn } from '../drafts.ts'
import { createFakeClock, type FakeClock } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** One file with all unsent work, restored unchanged on any device, once. */

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://plain.test/api' }
const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31) % 251)
const photo = { fieldId: 'photo', name: 'door.jpg', bytes: bytes(5) }
const large = { fieldId: 'plan', name: 'plan.pdf', bytes: bytes(2_500_000) }

let server: BareServer
let clock: FakeClock
let device: Device
let a: ReturnType<typeof createDisk>
let b: ReturnType<typeof createDisk>

const open = async (disk: typeof a): Promise<Device> => {
  device = await openDevice({ fetch: server.fetch, origin: server.origin, clock }, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  return device
}
/** A realm has one open device. */
const changeTo = async (disk: typeof a): Promise<Device> => {
  await device.crash()
  return open(disk)
}
const backup = (words = passphrase) =>
  makeBackup({ db: device.db, owner, appVersion: '1.0.8', now: clock.now() }, words)
const restore = (file: Blob, words = passphrase, who: Owner = owner, isForeignAllowed = false) =>
  restoreBackup({ db: device.db, owner: who, now: clock.now(), isForeignAllowed }, file, words)
const restored = async (file: Blob): Promise<Restored> => {
  const result = await restore(file)
  if (!result.ok) throw new Error(result.failure.kind)
  return result.value
}
const syncAll = async () => {
  await device.sync.run({ all: true })
  clock.advance(61_000)
  await device.sync.run({ all: true })
}

beforeEach(async () => {
  clock = createFakeClock()
  const forms = [{ id: 3, title: 'Water points', sections: [] }]
  server = createBareServer({ forms, now: () => clock.now() })
  a = createDisk()
  b = createDisk()
  await open(a)
})
afterEach(() => device.crash())

test('drafts, unsent submissions, Recovery and their files are restored unchanged, and once', async () => {
  server.faults.arm({ fault: '404-json', method: 'POST', path: '/form-submissions' })
  const { id: refused } = await submit(device, '3', { q: 'refused' }, [photo])
  device.env.cut()
  clock.advance(1000)
  const { draft } = await fillIn(device, '3', { q: 'unfinished', r: ['x', 'y'] }, [photo])
  clock.advance(1000)
  const { id } = await submit(device, '3', { q: 'unsent' }, [photo, large])
  const file = await backup()
  expect(await restored(file)).toEqual({
    drafts: 0,
    submissions: 0,
    recovery: 0,
    profile: false,
    files: 0,
    known: 3,
  })

  await changeTo(b)
  const all = { drafts: 1, submissions: 1, recovery: 1, profile: false, files: 4, known: 0 }
  expect(await restored(file)).toEqual(all)
  const nothing = { drafts: 0, submissions: 0, recovery: 0, profile: false, files: 0, known: 3 }
  expect(await restored(file)).toEqual(nothing)

  const { db } = device
  const answers = await answersOf(draft.id).build(db.form_responses).exec()
  expect(answers.map(({ value }) => value)).toEqual(['unfinished', ['x', 'y']])
  expect((await draftIn(db, draft.id))?.client_key).toBe(draft.client_key)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending', files_pending: 2 })
  const files = await filesOf(id).build(db.file_uploads).exec()
  const stored = await fileBytes(db, files.find(({ field_id }) => field_id === 'plan')?.id ?? '')
  const storedBytes = Buffer.from((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(storedBytes.equals(large.bytes)).toBe(true)

  await syncAll()
  expect(await tryAgain(db, refused, clock.now())).toBe('returned')
  await syncAll()
  expect(server.rows().map(({ files: sent }) => sent.length)).toEqual([2, 1])
  expect(await restored(file)).toEqual(nothing)
  expect(await submittedDocs(db)).toHaveLength(2)
})

test('the files of a draft are restored in the order in which they were attached', async () => {
  const { draft } = await fillIn(device, '3', { q: 'unfinished' })
  for (const id of ['c', 'a', 'b']) {
    clock.advance(1000)
    const doc = fileUpload(id, { submission_id: draft.id, created_at: clock.now() })
    await attachFile(device.db, doc, new Blob([id]))
  }
  const file = await backup()
  await changeTo(b)
  await restored(file)
  const files = await readFiles(device.db, draft.id, null)
  expect(files.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

describe('restored elsewhere and sent by both devices, each submission is on the server once', () => {
  test.each(['the old device first', 'the new device first'])('%s', async first => {
    device.env.cut()
    for (const q of ['one', 'two']) {
      clock.advance(1000)
      await submit(device, '3', { q }, [photo, large])
    }
    const file = await backup()
    await changeTo(b)
    await restored(file)
    await restored(file)
    const order = first === 'the old device first' ? [a, b, a] : [b, a, b]
    for (const disk of order) {
      await changeTo(disk)
      await syncAll()
      await device.sync.refresh.now('submissions')
      expect(server.rows()).toHaveLength(2)
      expect(server.rows().map(({ files }) => files.length)).toEqual([2, 2])
      const all = await device.db.submissions.find().exec()
      expect(all.map(({ syncStatus }) => syncStatus)).toEqual(['synced', 'synced'])
      expect(await device.db.outbox.find().exec()).toEqual([])
    }
  })
})

test('files that were left behind find the row that another device has fetched', async () => {
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'half sent' }, [photo])
  const file = await backup()
  device.env.mend()
  // The answers arrived, and the phone was lost before the photo was sent.
  server.faults.arm({ fault: 'drop-before', path: 'upload-files', times: 99 })
  await device.sync.run({ all: true })
  expect(server.rows().map(({ files }) => files.length)).toEqual([0])
  server.faults.clear()

  await changeTo(b)
  await device.sync.refresh.now('submissions')
  expect((await device.db.submissions.find().exec()).map(doc => doc.id)).toEqual(['1'])
  expect(await restored(file)).toMatchObject({ submissions: 1, files: 1 })
  expect(await submissionOf(device, id)).toBeNull()
  await syncAll()
  expect(server.rows()).toHaveLength(1)
  expect(server.rows()[0]?.files).toHaveLength(1)
  expect(await submissionOf(device, '1')).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  expect(await restored(file)).toMatchObject({ submissions: 0, files: 0, known: 1 })
})

test('a form that only the backup has is fetched again, because the file has none of its lists', async () => {
  await device.sync.refresh.now('forms')
  device.env.cut()
  await submit(device, '3', { q: 'unsent' })
  const fetchedAt = async () => (await device.db.forms.findOne('3').exec(true)).fetched_at
  expect(await fetchedAt()).toBeGreaterThan(0)
  const file = await backup()
  await changeTo(b)
  await restored(file)
  expect(await fetchedAt()).toBe(0)
  await device.sync.refresh.now('forms')
  expect(await fetchedAt()).toBeGreaterThan(0)
})

test("unsent edits and deletions of the server's rows are included", async () => {
  const { id: edited } = await submit(device, '3', { q: 'before', r: 'kept' })
  clock.advance(2000)
  const { id: deleted } = await submit(device, '3', { q: 'unwanted' })
  device.env.cut()
  await commitEdit(device.db, edited, { q: 'after', r: 'kept' }, [], clock.now())
  await deleteSubmission(device, deleted)
  const file = await backup()

  await changeTo(b)
  await device.sync.refresh.now('submissions')
  expect(await restored(file)).toMatchObject({ submissions: 2 })
  expect(await restored(file)).toMatchObject({ submissions: 0, known: 2 })
  await syncAll()
  expect(server.rows().map(({ answers }) => answers.map(({ value }) => value))).toEqual([
    ['after', 'kept'],
  ])
  expect(await submittedDocs(device.db)).toHaveLength(1)
})

test('another surveyor’s work is restored only after a confirmation', async () => {
  device.env.cut()
  await submit(device, '3', { q: 'hers' })
  const file = await backup()
  await changeTo(b)
  const other: Owner = { ...owner, userId: '8' }
  expect(await restore(file, passphrase, other)).toEqual({
    ok: false,
    failure: { kind: 'other-user', userName: 'Asha Verma' },
  })
  expect(await device.db.submissions.find().exec()).toEqual([])
  expect((await restore(file, passphrase, other, true)).ok).toBe(true)
  expect(await device.db.submissions.find().exec()).toHaveLength(1)
})

test('edits of the profile are restored once, merge with newer edits here, and never become another surveyor’s', async () => {
  await device.sync.refresh.now('account')
  device.env.cut()
  await updateProfile(device, { first_name: 'Backed', phone_number: '+911112223334' })
  const file = await backup()
  await changeTo(b)
  const other: Owner = { ...owner, userId: '8' }
  await device.sync.refresh.now('account')
  expect(await restore(file, passphrase, other, true)).toMatchObject({
    value: { profile: false, known: 0 },
  })
  expect(await device.db.outbox.find().exec()).toEqual([])

  await editProfile(device.db, { last_name: 'Here' })
  expect(await restored(file)).toMatchObject({ profile: true })
  expect(await restored(file)).toMatchObject({ profile: false, known: 1 })
  await syncAll()
  const merged = { first_name: 'Backed', last_name: 'Here', phone_number: '+911112223334' }
  expect(await device.api.account()).toMatchObject({ value: merged })
  await changeTo(a)
  await syncAll()
  expect(await device.api.account()).toMatchObject({ value: merged })
  expect(await restored(file)).toMatchObject({ profile: false, known: 1 })
  expect(await device.db.outbox.find().exec()).toEqual([])
})

test('a wrong passphrase, a file cut off or changed anywhere, and a foreign file change nothing', async () => {
  device.env.cut()
  await fillIn(device, '3', { q: 'unfinished' }, [photo])
  await submit(device, '3', { q: 'unsent' }, [photo])
  const file = await backup()
  await changeTo(b)
  const failureOf = async (blob: Blob, words = passphrase) => {
    const result = await restore(blob, words)
    return result.ok ? null : result.failure.kind
  }
  expect(await failureOf(file, 'four goats cross the ridge')).toBe('passphrase')
  expect(await failureOf(new Blob(['{"format":"something else"}']))).toBe('foreign')
  expect(await failureOf(new Blob([]))).toBe('foreign')
  await assertProperty(
    asyncProperty(double({ min: 0, max: 0.9999, noNaN: true }), async share => {
      const cut = await failureOf(file.slice(0, Math.floor(file.size * share)))
      expect(['foreign', 'damaged', 'passphrase']).toContain(cut)
    }),
    { numRuns: 12 },
  )
  const whole = new Uint8Array(await file.arrayBuffer())
  await assertProperty(
    asyncProperty(nat({ max: whole.length - 1 }), integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = whole.slice()
      changed[at] = (changed[at] ?? 0) ^ by
      expect(await failureOf(new Blob([changed]))).not.toBeNull()
    }),
    { numRuns: 12 },
  )
  expect(await countDrafts(device.db)).toBe(0)
  for (const collection of ['submissions', 'form_responses', 'file_uploads'] as const) {
    expect(await device.db[collection].count().exec()).toBe(0)
  }
})

test('nothing in the file can be read without the passphrase', async () => {
  device.env.cut()
  await submit(device, '3', { q: 'a secret that nobody may read' }, [photo])
  const text = new TextDecoder('latin1').decode(await (await backup()).arrayBuffer())
  for (const secret of ['secret', 'Asha', 'door.jpg', 'submission']) {
    expect(text).not.toContain(secret)
  }
  expect(text.startsWith('TRANSECT-BACKUP\n')).toBe(true)
})
