import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import {
  freeTempId,
  keepDraft,
  moveDraft,
  startDraft,
  keepAnswers,
} from '../../collections/writes/write-interview.ts'
import { upsert } from '../../collections/one-database/upsert.ts'
import {
  changeSetting,
  readSetting,
  settingDefaults,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { createDisk } from '../device.ts'
import { draftIn, dropDraft, dropDrafts, theDraft } from '../drafts.ts'

/** Writes to the local database, each on its own. */

const now = 1_795_000_000_000
let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(async () => {
  await dropDrafts(db)
  for (const each of [db.form_responses, db.settings]) {
    await each.find().remove()
  }
})
afterAll(() => db.close())

test('a setting is what it was set to, and before that its default', async () => {
  expect(await readSetting(db, 'autoSync')).toBe(true)
  expect(await readSetting(db, 'syncLease')).toEqual({ holder: '', token: 0, expiresAt: 0 })
  await writeSetting(db, 'autoSync', false)
  expect(await readSetting(db, 'autoSync')).toBe(false)
  await writeSetting(db, 'autoSync', true)
  expect(await readSetting(db, 'autoSync')).toBe(true)
})

test('a fresh device has nothing behind it', () => {
  expect(settingDefaults).toEqual({
    dashboardStats: {
      total_assigned_forms: 0,
      total_submissions: 0,
      submissions_today: 0,
      response_rate: 0,
    },
    cases: { cursor: '', begun: 0, pass: 0, whole: 0 },
    lastSyncTime: 0,
    autoSync: true,
    migrated_v12: true,
    slowConnection: false,
    theme: 'system',
    formLanguages: {},
    language: '',
    heldFields: {},
    dayTarget: 0,
    freshness: {},
    changesCursor: '',
    allPagesFetched: false,
    filesCollected: 0,
    binExpiredAt: 0,
    unconfirmed: [],
    arrivals: 0,
    syncLease: { holder: '', token: 0, expiresAt: 0 },
    legacyImported: [],
    leftovers: [],
  })
})

test('a setting is changed from what it is, or left alone; an error of the change is the caller’s', async () => {
  expect(await changeSetting(db, 'unconfirmed', ids => [...ids, 'a'])).toEqual(['a'])
  expect(await changeSetting(db, 'unconfirmed', ids => [...ids, 'b'])).toEqual(['a', 'b'])
  expect(await changeSetting(db, 'unconfirmed', () => null)).toBeNull()
  expect(await readSetting(db, 'unconfirmed')).toEqual(['a', 'b'])
  const change = changeSetting(db, 'unconfirmed', () => {
    throw new Error('a defect')
  })
  await expect(change).rejects.toThrow('a defect')
  // RxDB writes the document as it was after a change that threw: what follows waits for that.
  await writeSetting(db, 'unconfirmed', [])
})

test('a document is written whole over the one there is, also when another tab was faster', async () => {
  await upsert(db.settings, { key: 'theme', value: 'dark' })
  await upsert(db.settings, { key: 'theme', value: 'light' })
  expect(await readSetting(db, 'theme')).toBe('light')
  const { storageInstance } = db.settings
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (...rows) => {
    storageInstance.bulkWrite = bulkWrite
    await db.settings.insert({ key: 'language', value: 'kn' })
    return bulkWrite.apply(storageInstance, rows)
  }
  const written = await upsert(db.settings, { key: 'language', value: 'hi' })
  expect(written.toJSON().value).toBe('hi')
  expect(await readSetting(db, 'language')).toBe('hi')
})

const begin = (clientKey = 'key') =>
  startDraft(db, { formId: 'f', formName: 'Form', definitionHash: 'v1', clientKey, now })

test('an interview begins empty, under the next free id', async () => {
  const draft = await begin()
  expect(draft).toEqual({
    id: `temp_${now}`,
    client_key: 'key',
    form_id: 'f',
    formName: 'Form',
    definition_hash: 'v1',
    submission_id: '',
    created_at: new Date(now).toISOString(),
    updated_at: now,
    latitude: null,
    longitude: null,
    accuracy: null,
    scroll: 0,
    isDetached: false,
  })
  expect(await freeTempId(db, now)).toBe(`temp_${now + 1}`)
  // An id stays used when its draft is gone.
  await dropDraft(db, draft.id)
  expect(await freeTempId(db, now)).toBe(`temp_${now + 1}`)
})

test('what is known of a draft is kept with its time, and a draft that is gone stays gone', async () => {
  const { id } = await begin()
  const place = { latitude: 1, longitude: 2, accuracy: 3, scroll: 4 }
  await keepDraft(db, id, place, now + 5000)
  const kept = await theDraft(db, id)
  expect(kept).toMatchObject({ ...place, updated_at: now + 5000, client_key: 'key' })
  await moveDraft(db, id, 'v2')
  expect((await theDraft(db, id)).definition_hash).toBe('v2')
  await keepDraft(db, 'gone', place, now)
  await moveDraft(db, 'gone', 'v2')
  expect(await draftIn(db, 'gone')).toBeNull()
})

test('answers are kept by field and occurrence, and never over newer ones', async () => {
  await keepAnswers(db, 'i', { 'r#2': 'c', q: ['x'] }, now)
  const kept = async () =>
    (await db.form_responses.find().exec())
      .map(doc => doc.toMutableJSON())
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const both = [
    {
      id: 'i|q',
      submission_id: 'i',
      question_id: 'q',
      occurrence: 0,
      value: ['x'],
      updated_at: now,
    },
    {
      id: 'i|r#2',
      submission_id: 'i',
      question_id: 'r',
      occurrence: 2,
      value: 'c',
      updated_at: now,
    },
  ]
  expect(await kept()).toEqual(both)
  await keepAnswers(db, 'i', { q: 'older' }, now + 1)
  expect(await kept()).toEqual(both)
})
