import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersOf } from '../../collections/queries.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { asOpen, editOf, planOpen } from '../../collections/writes/write-interview.ts'
import { commitEdit } from '../collections/commit.ts'
import { takeRows } from '../../replication/pull/take-rows.ts'
import { toCreateRequest } from '../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup, type Restored } from '../../src/backup/restore/restore-backup.ts'
import { createFinder } from '../../src/backup/restore/find-here.ts'
import { createDisk, fillIn, openDevice, submissionOf, submit, type Device } from '../device.ts'
import { draftsIn } from '../drafts.ts'
import { createFakeClock, type FakeClock } from '../env.ts'
import { deriveKeysFast } from '../fast-keys.ts'
import { createBareServer, type BareServer } from '../server/bare-server.ts'

/** Temporary ids are times, so that another interview of the second phone may have the id of one in the backup. */

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://plain.test/api' }
const photo = { fieldId: 'photo', name: 'door.jpg', bytes: new Uint8Array([1, 2, 3]) }

let server: BareServer
let clock: FakeClock
let device: Device

const open = async (): Promise<void> => {
  const disk = createDisk()
  device = await openDevice({ fetch: server.fetch, origin: server.origin, clock }, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
}
const restored = async (file: Blob): Promise<Restored> => {
  const result = await restoreBackup({ db: device.db, owner, now: clock.now() }, file, passphrase)
  if (!result.ok) throw new Error(result.failure.kind)
  return result.value
}
const syncAll = async () => {
  await device.sync.run({ all: true })
  clock.advance(61_000)
  await device.sync.run({ all: true })
}

deriveKeysFast()
beforeEach(async () => {
  clock = createFakeClock()
  const forms = [{ id: 3, title: 'Water points', sections: [] }]
  server = createBareServer({ forms, now: () => clock.now() })
  await open()
})
afterEach(() => device.crash())

const onBoth = async (make: (q: string) => Promise<unknown>): Promise<Blob> => {
  const at = clock.now()
  await make('of the first')
  const parts = { db: device.db, owner, appVersion: '1.0.8', now: clock.now() }
  const file = await makeBackup(parts, passphrase)
  await device.crash()
  await open()
  clock.set(at)
  await submit(device, '3', { q: 'of the second' })
  return file
}
const givenTexts = () => server.rows().map(({ answers }) => answers[0]?.value)

test('an unsent interview is restored under another id, once, with its files', async () => {
  device.env.cut()
  const file = await onBoth(q => submit(device, '3', { q }, [photo]))
  expect(await restored(file)).toMatchObject({ submissions: 1, files: 1 })
  expect(await restored(file)).toMatchObject({ submissions: 0, known: 1 })
  await syncAll()
  expect(givenTexts().sort()).toEqual(['of the first', 'of the second'])
  expect(
    server
      .rows()
      .map(({ files }) => files.length)
      .sort(),
  ).toEqual([0, 1])
})

test('two interviews of which one clashes, and the other has the next id, stay two', async () => {
  device.env.cut()
  const at = clock.now()
  const file = await onBoth(async q => {
    await submit(device, '3', { q })
    clock.set(at + 1)
    await submit(device, '3', { q: 'next to it' })
  })
  expect(await restored(file)).toMatchObject({ submissions: 2 })
  expect(await restored(file)).toMatchObject({ submissions: 0, known: 2 })
  await syncAll()
  expect(givenTexts().sort()).toEqual(['next to it', 'of the first', 'of the second'])
})

test('an edit changes its own interview', async () => {
  const file = await onBoth(async q => {
    const { id } = await submit(device, '3', { q }, [])
    await device.sync.run({ all: true })
    device.env.cut()
    await commitEdit(device.db, id, { q: 'edited' }, [], clock.now())
  })
  await restored(file)
  await syncAll()
  expect(givenTexts().sort()).toEqual(['edited', 'of the second'])
})

test('a draft is restored under another id, with its answers', async () => {
  const file = await onBoth(q => fillIn(device, '3', { q }, [photo]))
  expect(await restored(file)).toMatchObject({ drafts: 1, files: 1 })
  expect(await restored(file)).toMatchObject({ drafts: 0 })
  const [draft, ...others] = await draftsIn(device.db)
  expect(others).toEqual([])
  const answers = await answersOf(draft?.id ?? '')
    .build(device.db.form_responses)
    .exec()
  expect(answers.map(({ value }) => value)).toEqual(['of the first'])
})

test.each(['temp_9007199254740991', 'temp_1e400'])('two interviews stay two: %s', async id => {
  const at = { form_id: '3', formName: '', created_at: '' }
  const of = { ...at, id, crdts: { operations: [], hash: '' } }
  const docOf = (client_key: string): SubmissionDoc => ({ ...asOpen({ ...of, client_key }), ...of })
  const work = { ...editOf(docOf('here'), clock.now()), isWhole: true }
  await transact(transaction => planOpen(transaction, device.db, docOf('here'), work))
  const findHere = createFinder(device.db, [id])
  const ids = [await findHere(docOf('one')), await findHere(docOf('two'))]
  expect(new Set([id, ...ids]).size).toBe(3)
  expect(await findHere(docOf('here'))).toBe(id)
})

test('an interview whose row a list brings while it is restored is here once', async () => {
  device.env.cut()
  const { id } = await submit(device, '3', { q: 'carried' })
  const file = await makeBackup(
    { db: device.db, owner, appVersion: '1.0.8', now: clock.now() },
    passphrase,
  )
  const sent = await submissionOf(device, id)
  if (sent === null) throw new Error('The interview is not here.')
  await device.crash()
  await open()
  const { storageInstance } = device.db.submissions
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (rows, context) => {
    if (rows.some(({ document }) => document.id === id)) {
      storageInstance.bulkWrite = bulkWrite
      const row = { ...toCreateRequest(sent), id: 900, updated_at: '', rev: '1' }
      await takeRows(device.db, [v.parse(SubmissionRow, row)])
    }
    return bulkWrite.call(storageInstance, rows, context)
  }
  expect(await restored(file)).toMatchObject({ submissions: 0, known: 1 })
  const found = await device.db.submissions.find().exec()
  expect(found.map(doc => doc.id)).toEqual(['900'])
  expect(await device.db.outbox.find().exec()).toEqual([])
})

test('a photo follows its draft when that gets another id while it is restored', async () => {
  const at = clock.now()
  await fillIn(device, '3', { q: 'of the first' }, [photo])
  const parts = { db: device.db, owner, appVersion: '1.0.8', now: clock.now() }
  const file = await makeBackup(parts, passphrase)
  await device.crash()
  await open()
  clock.set(at)
  const { file_uploads } = device.db
  const insert = file_uploads.insert.bind(file_uploads)
  file_uploads.insert = async doc => {
    file_uploads.insert = insert
    const stored = await insert(doc)
    await submit(device, '3', { q: 'of the second' })
    await takeRows(device.db, [v.parse(SubmissionRow, { id: '900', form_id: '3', answers: [] })])
    return stored
  }
  expect(await restored(file)).toMatchObject({ drafts: 1, files: 1 })
  const [draft] = await draftsIn(device.db)
  const [door] = await file_uploads.find().exec()
  expect(draft?.id).not.toBe(`temp_${at}`)
  expect(door?.submission_id).toBe(draft?.id)
})
