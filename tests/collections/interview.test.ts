import { discardDraft, keepLateAnswers } from '../../collections/writes/write-work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { storedBytes } from '../../collections/one-database/bytes.ts'
import { fileData, type FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { answersOf, visibleSubmissions } from '../../collections/queries.ts'
import { wipeDatabase } from '../../collections/one-database/stored.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { attachFile, fileBytes } from '../../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { countDrafts, draftIn, draftsIn } from '../drafts.ts'
import { commitEdit, commitInterview, markDeleted } from './commit.ts'
import { createIndexedDb, startOfTests as now } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { checkedStorage } from './checked-storage.ts'

let db: Database
let port: IndexedDbPort
let name = 0

beforeEach(async () => {
  port = createIndexedDb()
  name += 1
  db = await openDatabase(`interview-${name}`, checkedStorage(port))
})
afterEach(() => db.close())

const begin = (clientKey = 'key') =>
  startDraft(db, { formId: 'f', formName: 'Form', definitionHash: 'v1', clientKey, now })

const noPlace = { latitude: null, longitude: null, accuracy: null }
const contents = (answers: Record<string, string>, files: readonly FileUploadDoc[] = []) => ({
  answers,
  files,
  place: noPlace,
  address: '',
  city: '',
})

const photo = (interviewId: string): FileUploadDoc =>
  fileUpload(`${interviewId}-photo`, { submission_id: interviewId, file_name: 'house.jpg' })
const bytes = new Uint8Array([1, 2, 3, 250])

test('two interviews started in the same millisecond get different ids', async () => {
  const [first, second] = await Promise.all([begin('one'), begin('two')])
  expect([first.id, second.id].sort()).toEqual([`temp_${now}`, `temp_${now + 1}`])
})

test('an answer is one small document, and the last write counts', async () => {
  const draft = await begin()
  await keepAnswer(db, draft.id, 'q.1', 'first', now)
  await keepAnswer(db, draft.id, 'q.1', 'second', now + 1)
  const answers = await answersOf(draft.id).build(db.form_responses).exec()
  expect(answers.map(answer => answer.value)).toEqual(['second'])
})

test('a file reads back byte for byte, also after a restart', async () => {
  const draft = await begin()
  await attachFile(db, photo(draft.id), new Blob([bytes]))
  await db.close()
  db = await openDatabase(`interview-${name}`, checkedStorage(port))
  const read = await fileBytes(db, `${draft.id}-photo`)
  expect(new Uint8Array((await read?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
})

test('a file whose bytes the browser has lost has none', async () => {
  const draft = await begin()
  const file = photo(draft.id)
  await attachFile(db, file, new Blob([bytes]))
  await storedBytes(db.file_uploads).remove(file.id, fileData)
  expect(await fileBytes(db, file.id)).toBeNull()
})

test('the insert is the commit point: a second one finds it done', async () => {
  const draft = await begin()
  expect(await commitInterview(db, draft, contents({ q: 'a' }), now)).toBe('committed')
  expect(await commitInterview(db, draft, contents({ q: 'other' }), now)).toBe('already')
  const submission = await db.submissions.findOne(draft.id).exec(true)
  expect(submission.answers).toEqual({ q: 'a' })
  expect(submission.syncStatus).toBe('pending')
})

test('answers typed after the commit point become an edit', async () => {
  const draft = await begin()
  await keepAnswer(db, draft.id, 'q', 'a', now)
  await commitInterview(db, draft, contents({ q: 'a', r: 'r' }), now)
  await keepAnswer(db, draft.id, 'q', 'typed in another tab', now + 5)
  await keepLateAnswers(db, draft.id, now + 10)
  const drafts = await draftsIn(db)
  expect(drafts.map(({ id }) => id)).toEqual([draft.id])
  const answers = await answersOf(draft.id).build(db.form_responses).exec()
  expect(answers.map(answer => answer.value)).toEqual(['typed in another tab'])
})

test('a draft that lives keeps its answers when a tab looks for late ones, because it may be open again', async () => {
  const draft = await begin()
  await keepAnswer(db, draft.id, 'q.1', 'typed', now)
  await keepLateAnswers(db, draft.id, now + 1)
  const answers = await answersOf(draft.id).build(db.form_responses).exec()
  expect(answers.map(answer => answer.value)).toEqual(['typed'])
  expect(await draftIn(db, draft.id)).not.toBeNull()
})

test('an edit is one operation with the changes', async () => {
  const draft = await begin()
  await commitInterview(db, draft, contents({ kept: 'k', changed: 'old', cleared: 'c' }), now)
  await commitEdit(db, draft.id, { kept: 'k', changed: 'new' }, [], now + 1)
  const submission = (await db.submissions.findOne(draft.id).exec(true)).toMutableJSON()
  expect(submission.answers).toEqual({ kept: 'k', changed: 'new' })
  expect(submission.crdts.operations).toHaveLength(2)
  expect(submission.crdts.operations[1]?.[0]?.body[0]?.ifMatch?.$unset).toEqual({
    'answers.cleared': '',
  })
  expect(await commitEdit(db, draft.id, { kept: 'k', changed: 'new' }, [], now + 2)).toBe(false)
})

test('a deleted submission leaves the lists and stays on the device until the server confirms', async () => {
  const draft = await begin()
  await commitInterview(db, draft, contents({ q: 'a' }), now)
  await markDeleted(db, draft.id, now)
  expect(await visibleSubmissions().build(db.submissions).exec()).toHaveLength(0)
  expect((await db.submissions.findOne(draft.id).exec())?.syncStatus).toBe('deleted')
})

test('a discarded interview leaves nothing, however many answers and files it has', async () => {
  const draft = await begin()
  for (const field of ['q', 'r', 's']) await keepAnswer(db, draft.id, field, 'a', now)
  await keepAnswer(db, draft.id, 'r', 'of a further occurrence', now, 1)
  for (const name of ['one', 'two', 'three']) {
    await attachFile(db, { ...photo(draft.id), id: `${draft.id}-${name}` }, new Blob([bytes]))
  }
  await discardDraft(db, draft.id)
  const others = [db.form_responses, db.file_uploads].map(collection => collection.count().exec())
  expect(await Promise.all([countDrafts(db), ...others])).toEqual([0, 0, 0])
})

test('a wipe leaves no database behind, attachments included', async () => {
  const draft = await begin()
  await attachFile(db, photo(draft.id), new Blob([bytes]))
  await db.close()
  await wipeDatabase(`interview-${name}`, port)
  expect(await port.indexedDB.databases()).toEqual([])
  db = await openDatabase(`interview-${name}`, checkedStorage(port))
  expect(await draftsIn(db)).toHaveLength(0)
})
