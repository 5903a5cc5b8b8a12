import { startEditDraft } from '../../collections/writes/write-work.ts'
import { binned } from '../binned.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersOf, filesOf } from '../../collections/queries.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { undoDelete, deleteSubmission, submitInterview } from '../../replication/submit.ts'
import { submissionOf, submit } from '../device.ts'
import { entriesIn, reopenEntry, tryAgain } from '../recovery.ts'
import {
  backup,
  begin,
  clock,
  day,
  device,
  edit,
  end,
  exhaust,
  formId,
  openEdits,
  ours,
  photoOf,
  recovered,
  restored,
  rowOf,
  serverIdOf,
  shareOurs,
  syncAll,
} from './late-restore.ts'

/** A backup that is restored on the same phone later never puts its work over newer work. */

shareOurs()

const place = { latitude: null, longitude: null, accuracy: null }

afterEach(end)

beforeEach(async () => {
  await begin(ours)
})

test('an edit that was sent since changes nothing', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  device.env.cut()
  await edit(id, 'old edit')
  const file = await backup()
  device.env.mend()
  await syncAll()
  clock.advance(day)
  await edit(id, 'newer edit')
  await syncAll()
  expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
  await syncAll()
  expect(await rowOf(await serverIdOf(id))).toBe('newer edit')
})

test('a deletion that was undone since deletes nothing', async () => {
  const { id } = await submit(device, formId, { q: 'stays' })
  await syncAll()
  device.env.cut()
  await deleteSubmission(device, id)
  const file = await backup()
  await undoDelete(device, id)
  device.env.mend()
  await syncAll()
  expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
  await syncAll()
  expect(await rowOf(await serverIdOf(id))).toBe('stays')
  expect(await binned(device.db)).toEqual([])
})

test('an edit of Recovery that was sent since does not return', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  clock.advance(2000)
  const other = await submit(device, formId, { q: 'another interview' })
  await syncAll()
  device.env.cut()
  await edit(id, 'old edit')
  const entry = await exhaust(id)
  const file = await backup()
  device.env.mend()
  await tryAgain(device.db, entry, clock.now())
  await syncAll()
  clock.advance(day)
  await edit(id, 'newer edit')
  await syncAll()
  clock.advance(day)
  expect(await restored(file)).toMatchObject({ recovery: 0, known: 1 })
  await edit(other.id, 'another interview, edited')
  await syncAll()
  await syncAll()
  expect(await rowOf(await serverIdOf(id))).toBe('newer edit')
})

test('an edit that the server refused since is in Recovery once', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  device.env.cut()
  await edit(id, 'refused')
  const file = await backup()
  await exhaust(id)
  expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
  expect(await recovered()).toEqual(['edit: exhausted'])
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('an open edit that was submitted since waits in Recovery with its photo', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'x' })
  await syncAll()
  const submission = (await submissionOf(device, id)) as SubmissionDoc
  const draft = await startEditDraft(device.db, submission, clock.now())
  await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
  const photo = photoOf(draft.id)
  await attachFile(device.db, photo, new Blob(['abc'], { type: 'text/plain' }))
  const file = await backup()
  await device.db.file_uploads.findOne(photo.id).remove()
  const answers = { q: 'finished', r: 'x' }
  await submitInterview(device, draft, { answers, files: [], place, address: '', city: '' })
  await syncAll()
  clock.advance(day)
  const news = { drafts: 0, recovery: 1, files: 1, known: 0 }
  expect(await restored(file)).toMatchObject(news)
  expect(await restored(file)).toMatchObject({ drafts: 0, recovery: 0, files: 0, known: 1 })
  expect([await openEdits(), await recovered()]).toEqual([[], ['edit: backup']])
  const [entry] = await entriesIn(device.db)
  const opened = await reopenEntry(device.db, entry?.id ?? '', clock.now(), () => 'key')
  expect(opened).toEqual({ kind: 'edit', submissionId: id })
  const editId = id
  const given = await answersOf(editId).build(device.db.form_responses).exec()
  expect(given.map(({ value }) => value)).toEqual(['half done'])
  const files = await filesOf(editId).build(device.db.file_uploads).exec()
  expect(files.map(({ file_name }) => file_name)).toEqual(['door.txt'])
  expect(await restored(file)).toMatchObject({ recovery: 0, files: 0 })
  expect(await rowOf(await serverIdOf(id))).toBe('finished,x')
})

test('an older open edit comes neither back nor into a newer open edit', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'x' })
  await syncAll()
  const startEdit = async () =>
    startEditDraft(device.db, (await submissionOf(device, id)) as SubmissionDoc, clock.now())
  const draft = await startEdit()
  await keepAnswer(device.db, draft.id, 'q', 'half done', clock.now())
  const file = await backup()
  const answers = { q: 'finished', r: 'x' }
  await submitInterview(device, draft, { answers, files: [], place, address: '', city: '' })
  await syncAll()
  await startEdit()
  await keepAnswer(device.db, draft.id, 'r', 'y', clock.now())
  await restored(file)
  const given = await answersOf(draft.id).build(device.db.form_responses).exec()
  expect(given.map(({ value }) => value)).toEqual(['y'])
  expect(await recovered()).toEqual(['edit: backup'])
})
