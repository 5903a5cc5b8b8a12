import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { dexieStorage } from '../../collections/storage/storage.ts'
import {
  dropForm,
  dropVersions,
  storeFormDefinition,
  storeFormHeads,
} from '../../collections/writes/write-forms.ts'
import {
  freeTempId,
  keepDraft,
  moveDraft,
  startDraft,
} from '../../collections/writes/write-interview.ts'
import { makeOwn } from '../../collections/writes/detach-edit.ts'
import { keepAnswers } from '../../collections/writes/reopen-recovered.ts'
import { upsert } from '../../collections/writes/upsert.ts'
import {
  changeSetting,
  readSetting,
  settingDefaults,
  writeSetting,
} from '../../collections/writes/write-settings.ts'
import { createDisk } from '../device.ts'

/** Writes to the local database, each on its own. */

const now = 1_795_000_000_000
let db: Database
beforeAll(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, dexieStorage(port))
})
afterEach(async () => {
  const { forms, form_questions, drafts, form_responses, settings, bin } = db
  for (const each of [forms, form_questions, drafts, form_responses, settings, bin]) {
    await each.find().remove()
  }
})
afterAll(() => db.close())

const head = {
  id: 'f',
  title: 'Household',
  name: 'household',
  description: '',
  status: 'published',
  submissions: 0,
  created_at: '2026-11-20T09:30:00Z',
  updated_at: '2026-11-20T09:30:00Z',
  createdAt: '2026-11-20T09:30:00Z',
  hidden: 0,
  newest: 1,
}
const whole: FormDoc = {
  ...head,
  sections: [{ id: 's', name: 'One', order: 0 }],
  definition_hash: 'v1',
  fetched_at: now,
}
const field = (definition_hash: string, form_id = 'f'): FormQuestionDoc => ({
  id: `${definition_hash}|q`,
  form_id,
  definition_hash,
  field_id: 'q',
  section_id: 's',
  section_name: 'One',
  section_order: 0,
  name: 'q',
  label: 'Question',
  placeholder: '',
  type: 'TEXT',
  order: 0,
  options: '',
  is_required: false,
  help_text: '',
  multiple: false,
  max_kb: 0,
})
const form = async (id = 'f') => (await db.forms.findOne(id).exec())?.toMutableJSON()
const versions = async () =>
  (await db.form_questions.find().exec()).map(({ definition_hash }) => definition_hash).toSorted()

test('a head from the list leaves alone what only the definition knows', async () => {
  await storeFormHeads(db, [head])
  expect(await form()).toEqual({ ...head, sections: [], definition_hash: '', fetched_at: 0 })
  await storeFormDefinition(db, whole, [field('v1')])
  await storeFormHeads(db, [{ ...head, title: 'Household 2' }])
  expect(await form()).toEqual({ ...whole, title: 'Household 2' })
})

test('a head that says nothing new is not written', async () => {
  await storeFormHeads(db, [head])
  const { revision } = await db.forms.findOne('f').exec(true)
  await storeFormHeads(db, [head])
  expect((await db.forms.findOne('f').exec(true)).revision).toBe(revision)
})

test('a definition brings its fields once for each version, and versions go when nothing needs them', async () => {
  await storeFormDefinition(db, whole, [field('v1')])
  expect(await versions()).toEqual(['v1'])
  expect(await form()).toEqual(whole)
  await storeFormDefinition(db, { ...whole, definition_hash: 'v2' }, [field('v2')])
  // The same version again: its fields are here.
  await storeFormDefinition(db, { ...whole, definition_hash: 'v2', title: 'New' }, [field('v3')])
  expect(await versions()).toEqual(['v1', 'v2'])
  expect(await form()).toMatchObject({ title: 'New', definition_hash: 'v2' })
  await db.form_questions.insert(field('g1', 'g'))
  await dropVersions(db, 'f', new Set(['v2']))
  expect(await versions()).toEqual(['g1', 'v2'])
})

test('a form that is no longer assigned goes with its fields, or is hidden while work needs it', async () => {
  await storeFormDefinition(db, whole, [field('v1')])
  await db.form_questions.insert(field('g1', 'g'))
  await dropForm(db, 'f', true)
  expect(await form()).toMatchObject({ hidden: 1 })
  expect(await versions()).toEqual(['g1', 'v1'])
  await dropForm(db, 'f', false)
  expect(await form()).toBeUndefined()
  expect(await versions()).toEqual(['g1'])
  await dropForm(db, 'f', true)
  expect(await form()).toBeUndefined()
})

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
    lastSyncTime: 0,
    autoSync: true,
    migrated_v12: true,
    slowConnection: false,
    theme: 'system',
    formLanguages: {},
    language: '',
    freshness: {},
    changesCursor: '',
    allPagesFetched: false,
    filesCollected: 0,
    spareRows: {},
    unconfirmed: [],
    syncLease: { holder: '', token: 0, expiresAt: 0 },
    syncProgress: { running: false, current: 0, total: 0, kind: '' },
    legacyImported: [],
    isMigrating: false,
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
    newest: draft.newest,
  })
  expect(await freeTempId(db, now)).toBe(`temp_${now + 1}`)
  // An id stays used when its draft is gone.
  await (await db.drafts.findOne(draft.id).exec(true)).remove()
  expect(await freeTempId(db, now)).toBe(`temp_${now + 1}`)
})

test('an id is taken when a draft will be submitted under it, or the bin will restore under it', async () => {
  const at = now + 1000
  const draft = await begin()
  await (await db.drafts.findOne(draft.id).exec(true)).patch({ submit_as: `temp_${at}` })
  await db.bin.insert({
    id: 'x',
    reason: 'surveyor',
    form_id: 'f',
    formName: '',
    submission: {},
    file_ids: [],
    restored_id: `temp_${at + 1}`,
    restored_key: '',
    created_at: '',
    binned_at: now,
    newest: 1,
  })
  expect(await freeTempId(db, at)).toBe(`temp_${at + 2}`)
})

test('what is known of a draft is kept with its time, and a draft that is gone stays gone', async () => {
  const { id, newest } = await begin()
  const place = { latitude: 1, longitude: 2, accuracy: 3, scroll: 4 }
  await keepDraft(db, id, place, now + 5000)
  const kept = (await db.drafts.findOne(id).exec(true)).toMutableJSON()
  expect(kept).toMatchObject({ ...place, updated_at: now + 5000, client_key: 'key' })
  expect(kept.newest).not.toBe(newest)
  await moveDraft(db, id, 'v2')
  expect((await db.drafts.findOne(id).exec(true)).definition_hash).toBe('v2')
  await keepDraft(db, 'gone', place, now)
  await moveDraft(db, 'gone', 'v2')
  expect(await db.drafts.findOne('gone').exec()).toBeNull()
})

test('an edit becomes an interview of its own once, under an id and a key that no server has seen', async () => {
  const { id } = await begin()
  expect(await makeOwn(db, 'gone', now)).toBeNull()
  // One of a new interview is its own already.
  expect(await makeOwn(db, id, now)).toMatchObject({ client_key: 'key' })
  const stored = () => db.drafts.findOne(id).exec(true)
  for (const bond of [{ submission_id: '41' }, { submission_id: '', arrived_as: '42' }]) {
    await (await stored()).incrementalPatch(bond)
    const own = await makeOwn(db, id, now + 7000)
    expect(own).toMatchObject({
      submission_id: '',
      arrived_as: '',
      submit_as: `temp_${now + 7000}`,
    })
    expect(own?.client_key).toMatch(/^[0-9a-f]{8}-/)
    expect((await stored()).submission_id).toBe('')
    await (await stored()).incrementalPatch({ submit_as: '', client_key: 'key' })
  }
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
