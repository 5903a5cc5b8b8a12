import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { answerKey, fieldOfAnswerKey } from '../../collections/ids.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { holdsWork } from '../../collections/writes/write-bin.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { planEdit } from '../../collections/writes/write-submission.ts'
import { commitEdit, commitInterview, markDeleted } from './commit.ts'
import { createDisk } from '../device.ts'
import { startOfTests as now } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { manifestFile } from '../fixtures/manifest-file.ts'

/** What is stored of a submission and of its edits, and what a start finishes of them after a crash. */

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.close())

const commit = async (answers: Record<string, string>, files: FileUploadDoc[] = [], more = {}) => {
  const begun = { formId: 'f', formName: 'Form', definitionHash: 'v1', clientKey: 'key', now }
  const draft = await startDraft(db, begun)
  const place = { latitude: 1, longitude: 2, accuracy: 3, altitude: 4 }
  const contents = { answers, files, place, address: 'MG Road', city: 'Pune', ...more }
  await commitInterview(db, draft, contents, now)
  return draft.id
}
const stored = async (id: string) =>
  (await db.submissions.findOne(id).exec(true)).toMutableJSON() as SubmissionDoc
/** As after the server took it. */
const arrived = async (id: string) => {
  await (await db.submissions.findOne(id).exec(true)).incrementalPatch({ server_id: '9' })
}

test('a submission is stored whole, as one operation', async () => {
  const id = await commit({ q: 'a' }, [fileUpload('one'), fileUpload('two', { occurrence: 1 })], {
    hints: [{ kind: 'copy', reason: 'Twins' }],
  })
  const { crdts, ...doc } = await stored(id)
  const iso = new Date(now).toISOString()
  expect(doc).toEqual({
    id,
    client_key: 'key',
    server_id: '',
    form_id: 'f',
    formName: 'Form',
    definition_hash: 'v1',
    latitude: 1,
    longitude: 2,
    accuracy: 3,
    address: 'MG Road',
    city: 'Pune',
    created_at: iso,
    updated_at: iso,
    submittedAt: iso,
    syncStatus: 'pending',
    answers: { q: 'a' },
    files: [manifestFile('one'), manifestFile('two', { occurrence: 1 })],
    files_pending: 2,
    rev: '',
    history: [{ at: now, what: 'saved', note: '', hints: [{ kind: 'copy', reason: 'Twins' }] }],
    state: 'unsent',
    hidden: 0,
    attention: 0,
    correction: 0,
    newest: newestOf(now),
  })
  expect(crdts.operations).toHaveLength(1)
})

test('an answer to a question of any id can be read from its document', async () => {
  const ids = [
    'village_',
    '_',
    'a__',
    '_a_',
    '__',
    '___',
    '__proto__',
    'cost$',
    'a.b',
    'x%5F',
    'a#_',
  ]
  expect(ids.map(id => fieldOfAnswerKey(answerKey(id)).fieldId)).toEqual(ids)
  const answers = Object.fromEntries(ids.map(id => [answerKey(id), `to ${id}`]))
  const id = await commit(answers)
  const document = await db.submissions.findOne(id).exec(true)
  expect(ids.map(each => document.answers[answerKey(each)])).toEqual(ids.map(each => `to ${each}`))
  expect(await commitEdit(db, id, { ...answers, [answerKey('village_')]: 'other' }, [], now)).toBe(
    true,
  )
  expect((await stored(id)).answers).toEqual({ ...answers, [answerKey('village_')]: 'other' })
})

test('an edit is one operation with what it sets and clears, and none when nothing changed', async () => {
  const photo = answerKey('photo')
  const id = await commit({ q: 'a', r: 'r', [photo]: 'one.jpg' }, [fileUpload('one')])
  const later = now + 1000
  expect(
    await commitEdit(db, id, { q: 'a', r: 'r', [photo]: 'one.jpg' }, [fileUpload('one')], later),
  ).toBe(false)
  expect((await stored(id)).crdts.operations).toHaveLength(1)
  expect(await commitEdit(db, id, { q: 'b' }, [fileUpload('one')], later)).toBe(true)
  const edited = await stored(id)
  // The text of a file's field is the file's, and no edit clears it.
  expect(edited.answers).toEqual({ q: 'b', [photo]: 'one.jpg' })
  expect(edited).toMatchObject({
    syncStatus: 'pending',
    updated_at: new Date(later).toISOString(),
    created_at: new Date(now).toISOString(),
  })
  expect(edited.crdts.operations).toHaveLength(2)
  expect(edited.crdts.operations[1]?.[0]?.body[0]?.ifMatch).toEqual({
    $set: { 'answers.q': 'b', syncStatus: 'pending', updated_at: edited.updated_at },
    $unset: { 'answers.r': '' },
  })
})

test('an edit takes along the needed answers that it does not change, where there are any', async () => {
  const id = await commit({ q: 'a', house: '2' })
  const answers = { q: 'b', house: '2' }
  const edit = (needed: readonly string[]) =>
    transact(transaction => planEdit(transaction, db, id, answers, [], now + 1, { needed }))
  expect(await edit(['house', 'unanswered'])).toBe(true)
  const { operations } = (await stored(id)).crdts
  expect(operations[1]?.[0]?.body[0]?.ifMatch?.$set).toMatchObject({
    'answers.q': 'b',
    'answers.house': '2',
  })
  expect(operations[1]?.[0]?.body[0]?.ifMatch?.$set).not.toHaveProperty(['answers.unanswered'])
  expect(await edit(['house'])).toBe(false)
})

test('answers and living files are work worth keeping', () => {
  const [removed, kept] = [manifestFile('one', { removed: true }), manifestFile('two')]
  expect(holdsWork({ answers: { q: 'a' }, files: [] })).toBe(true)
  expect(holdsWork({ answers: {}, files: [removed, kept] })).toBe(true)
  expect(holdsWork({ answers: {}, files: [removed] })).toBe(false)
  expect(holdsWork({ answers: {}, files: [] })).toBe(false)
})

test('a file that an edit leaves out goes at once before the server has the row, and is marked afterwards', async () => {
  const unsent = await commit({ q: 'a' }, [fileUpload('one'), fileUpload('two')])
  await commitEdit(db, unsent, { q: 'a' }, [fileUpload('two'), fileUpload('new')], now + 1)
  expect((await stored(unsent)).files).toEqual([manifestFile('two'), manifestFile('new')])
  const sent = await commit({ q: 'b' }, [fileUpload('three')])
  await arrived(sent)
  await commitEdit(db, sent, { q: 'b' }, [], now + 1)
  expect((await stored(sent)).files).toEqual([manifestFile('three', { removed: true })])
  await expect(commitEdit(db, 'nobody', {}, [], now)).rejects.toThrow('not on the device')
})

test('a deletion hides the submission, with its answers, until the server confirms it', async () => {
  const id = await commit({ q: 'a' })
  await markDeleted(db, id, now + 1000)
  expect(await stored(id)).toMatchObject({
    state: 'deleting',
    hidden: 1,
    syncStatus: 'deleted',
    updated_at: new Date(now + 1000).toISOString(),
    answers: { q: 'a' },
  })
  await markDeleted(db, 'nobody', now)
  expect(await db.submissions.find().exec()).toHaveLength(1)
})
