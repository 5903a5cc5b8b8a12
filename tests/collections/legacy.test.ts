import { Dexie } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { importLegacy } from '../../collections/history/legacy-import.ts'
import type { Progress } from '../../collections/history/migrate.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { listDatabases, type IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { draftsIn } from '../drafts.ts'
import { entriesIn } from '../recovery.ts'
import { markDeleted } from './commit.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { createIndexedDb, until } from '../env.ts'
import { legacyUnsentId, writeLegacyDatabase } from '../fixtures/legacy-database.ts'

/** The earlier app's database is imported completely, once, and for the right surveyor. */

let databases = 0
let db: Database
afterEach(() => db.close())

const open = async (port: IndexedDbPort, name = `legacy-${process.pid}-${(databases += 1)}`) => {
  db = await openDatabase(name, oneDatabase(port))
  return db
}

const owner = { databaseName: 'transect-a', email: 'Asha@transect.example' }

const take = (
  port: IndexedDbPort,
  report: (progress: Progress) => void = () => {},
  who = owner,
): Promise<number> =>
  importLegacy({
    db,
    port,
    legacyName: 'FieldSurveyDB',
    owner: who,
    now: 9,
    uuid: () => 'client-key',
    report,
  })

const hasLegacy = async (port: IndexedDbPort, legacy = 'FieldSurveyDB') =>
  (await listDatabases(port)).some(({ name }) => name === legacy)

const submission = async (id: string) => {
  const doc = await db.submissions.findOne(id).exec(true)
  return { ...doc.toMutableJSON(), pending: pendingOperations(doc.toMutableJSON().crdts).length }
}

const expectWhole = async (unsent: number, sent: number) => {
  const submissions = await db.submissions.find().exec()
  expect(submissions.filter(({ hidden }) => hidden <= 1)).toHaveLength(unsent + sent + 1)
  expect(await submission(legacyUnsentId(0))).toMatchObject({
    server_id: '',
    form_id: '3',
    syncStatus: 'pending',
    answers: { q1: 'only here' },
    files: [{ field_id: 'q2', file_name: 'blob.jpg' }],
    pending: 1,
  })
  expect(await submission(legacyUnsentId(1))).toMatchObject({ answers: { q1: 'unsent 1' } })
  expect(await submission('temp_1500000000001')).toMatchObject({
    server_id: '',
    form_id: '3',
    answers: { q1: 'only in the outbox' },
    pending: 1,
  })
  expect(await submission('1')).toMatchObject({
    server_id: '1',
    syncStatus: 'synced',
    latitude: 12.5,
    answers: { q1: 'sent 0' },
    pending: 0,
  })
  expect(await submission('2')).toMatchObject({ syncStatus: 'deleted', hidden: 1, pending: 1 })
  expect(await submission('3')).toMatchObject({
    syncStatus: 'pending',
    files_pending: 1,
    pending: 0,
  })
  expect(await submission('4')).toMatchObject({ answers: { q1: 'edited' }, pending: 1 })
  expect(await submission('5')).toMatchObject({ syncStatus: 'deleted', pending: 1 })
  const files = await db.file_uploads.find().exec()
  expect(files.map(file => file.file_name).sort()).toEqual(['base64.jpg', 'blob.jpg'])
  for (const file of files) {
    const bytes = new Uint8Array((await (await fileBytes(db, file.id))?.arrayBuffer()) ?? [])
    expect([...bytes]).toEqual(file.file_name === 'blob.jpg' ? [1, 2, 3] : [4, 5, 6])
  }
  const drafts = await draftsIn(db)
  expect(drafts.map(({ id, form_id, client_key }) => [id, form_id, client_key])).toEqual([
    ['temp_1500000000000', '3', 'client-key'],
  ])
  const answers = await db.form_responses.find().exec()
  expect(answers.map(({ id, value }) => [id, value])).toEqual([['temp_1500000000000|q1', '7']])
  const recovered = (await entriesIn(db)).map(({ id }) => id).sort()
  expect(recovered).toEqual([
    'document|file_uploads|3',
    'document|form_responses|lost',
    'document|outbox|6',
  ])
  expect(await readSetting(db, 'autoSync')).toBe(false)
}

test('everything unsent is imported into the right collections, and then the old database is deleted', async () => {
  const port = createIndexedDb()
  await writeLegacyDatabase(port, { unsent: 30, sent: 60, email: 'asha@transect.example' })
  await open(port)
  const heard: Progress[] = []
  await take(port, progress => heard.push(progress))
  await expectWhole(30, 60)
  expect(heard[0]).toMatchObject({ what: 'importing', done: 0 })
  expect(heard.at(-1)?.done).toBe(heard.at(-1)?.total)
  await until('it is gone', async () => !(await hasLegacy(port)))
  expect(await take(port)).toBe(0)
  await expectWhole(30, 60)
})

test('more rows and files than one page has are all imported', async () => {
  const port = createIndexedDb()
  await writeLegacyDatabase(port, { unsent: 300, sent: 900, email: '', photos: 25 })
  await open(port)
  await take(port)
  // Those in the list, one that only the outbox had, and the one that was begun.
  expect(await db.submissions.count().exec()).toBeGreaterThanOrEqual(1201)
  expect(await submission('900')).toMatchObject({ answers: { q1: 'sent 899' } })
  expect(await submission(legacyUnsentId(299))).toMatchObject({ answers: { q1: 'unsent 299' } })
  const files = await db.file_uploads.find().exec()
  const bytes = await Promise.all(
    files
      .filter(({ file_name }) => file_name.startsWith('photo-'))
      .map(async ({ id, file_name }) => {
        const stored = new Uint8Array((await (await fileBytes(db, id))?.arrayBuffer()) ?? [])
        return file_name === `photo-${stored[0]}.jpg`
      }),
  )
  expect(bytes).toEqual(Array.from({ length: 25 }, () => true))
})

test('it is recognized by its tables, whatever its name', async () => {
  const port = createIndexedDb()
  await writeLegacyDatabase(port, { unsent: 30, sent: 60, email: '', name: 'ngo-surveys' })
  await open(port)
  expect(await take(port)).toBeGreaterThan(0)
  await expectWhole(30, 60)
  await until('it is gone', async () => !(await hasLegacy(port, 'ngo-surveys')))
})

/** Makes a database with empty tables. */
const makeDatabase = async (port: IndexedDbPort, name: string, version: number, tables: string) => {
  const made = new Dexie(name, port)
  made.version(version).stores(Object.fromEntries(tables.split(' ').map(table => [table, 'id'])))
  await made.open()
  made.close()
}

const allTables = 'forms submissions form_questions form_responses file_uploads outbox settings'

test('another app’s database, a newer one and our own are left as they are', async () => {
  const port = createIndexedDb()
  await makeDatabase(port, 'poll-maker', 3, 'forms submissions settings')
  await makeDatabase(port, 'ngo-surveys', 18, allTables)
  await makeDatabase(port, 'transect-0123456789abcdef', 17, allTables)
  const before = await listDatabases(port)
  await open(port)
  expect(await take(port)).toBe(0)
  expect(await listDatabases(port)).toEqual(expect.arrayContaining([...before]))
  expect(await readSetting(db, 'legacyImported')).toEqual([])
})

test('one with the name that the deployment gives may lack tables', async () => {
  const port = createIndexedDb()
  await makeDatabase(port, 'FieldSurveyDB', 9, 'forms submissions')
  await open(port)
  await take(port)
  expect(await readSetting(db, 'legacyImported')).toEqual(['FieldSurveyDB'])
})

test('stopped at any point and started again, the result is the same', async () => {
  for (const stopAt of [0, 2, 8, 70]) {
    const port = createIndexedDb()
    await writeLegacyDatabase(port, { unsent: 30, sent: 60, email: '' })
    await open(port)
    const died = new Error('The page was closed.')
    const stop = ({ done }: Progress) => {
      if (done >= stopAt) throw died
    }
    await expect(take(port, stop)).rejects.toBe(died)
    expect(await hasLegacy(port)).toBe(true)
    await db.close()
    await open(port, db.name)
    await take(port)
    await expectWhole(30, 60)
    await db.close()
  }
})

test('a document deleted after the import does not come back', async () => {
  const port = createIndexedDb()
  await writeLegacyDatabase(port, { unsent: 3, sent: 6, email: '' })
  await open(port)
  // The earlier app is still open in another tab, and holds its database open.
  const held = await new Promise<IDBDatabase>(resolve => {
    const request = port.indexedDB.open('FieldSurveyDB')
    request.addEventListener('success', () => resolve(request.result))
  })
  await take(port)
  await markDeleted(db, '1', 10)
  expect(await take(port)).toBe(0)
  expect(await submission('1')).toMatchObject({ hidden: 1 })
  held.close()
  await until('it is gone', async () => !(await hasLegacy(port)))
})

test('it belongs to the surveyor in its profile, otherwise to the first who signs in', async () => {
  const named = createIndexedDb()
  await writeLegacyDatabase(named, { unsent: 2, sent: 6, email: 'ravi@transect.example' })
  await open(named)
  expect(await take(named)).toBe(0)
  expect(await hasLegacy(named)).toBe(true)
  await db.close()

  const nobodys = createIndexedDb()
  await writeLegacyDatabase(nobodys, { unsent: 2, sent: 6, email: '' })
  await open(nobodys)
  const died = new Error('The page was closed.')
  const die = ({ done }: Progress) => {
    if (done > 3) throw died
  }
  await expect(take(nobodys, die)).rejects.toBe(died)
  const another = { databaseName: 'transect-b', email: 'ravi@transect.example' }
  expect(await take(nobodys, () => {}, another)).toBe(0)
  expect(await take(nobodys)).toBeGreaterThan(0)
})
