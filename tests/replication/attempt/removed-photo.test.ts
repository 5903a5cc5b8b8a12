import { createTakenFiles } from '../../../src/features/fill/interview/draft-files.ts'
import { readAnswers, readFiles } from '../../../src/features/fill/interview/follow-draft.ts'
import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesOf } from '../../../collections/queries.ts'
import { marked, takenFileMark } from '../../../collections/ids.ts'
import { fileBytes } from '../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { submitInterview } from '../../../replication/submit.ts'
import { commitEdit } from '../../collections/commit.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { submissionOf, submit } from '../../device.ts'
import { entriesIn, reopenEntry } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** A photo that the surveyor removed from an interview does not return with what the interview becomes. */

let phone: PlainPhone
beforeEach(async () => {
  phone = await openPlainPhone({ forms: [{ id: '3', title: 'Water points', sections: [] }] })
})
afterEach(() => phone.device.crash())

const photos = [photo('kept.jpg', 1), photo('removed.jpg', 2)]

/** Edits an interview so that only its first photo stays. */
const removePhoto = async (id: string) => {
  const { db, env } = phone.device
  const kept = await filesOf(id).build(db.file_uploads).exec()
  const first = kept.filter(file => file.file_name === 'kept.jpg').map(file => file.toMutableJSON())
  await commitEdit(db, id, { q: 'no' }, first, env.clock.now())
}

/** Has that edit refused. */
const removePhotoAndRefuse = async (id: string) => {
  const { sync } = phone.device
  await removePhoto(id)
  phone.server.faults.arm({ fault: '404-json', path: '/form-submissions', times: 5 })
  await sync.run({ all: true })
  phone.server.faults.clear()
}

/** The names of the photos of an interview that is being filled in, without those that it takes out. */
const shownIn = async (id: string): Promise<readonly string[]> => {
  const { db } = phone.device
  const taken = createTakenFiles(await readAnswers(db, id))
  const files = await filesOf(id).build(db.file_uploads).exec()
  return files.filter(file => !taken.has(file.id)).map(({ file_name }) => file_name)
}

/** The names of the photos of the draft that Recovery reopens. */
const reopen = async (): Promise<readonly string[]> => {
  const { db, env } = phone.device
  const [entry] = await entriesIn(db)
  const reopened = await reopenEntry(db, entry?.id ?? '', env.clock.now(), () => 'a new key')
  if (reopened?.kind !== 'draft') throw new Error(`${entry?.kind} was not reopened as a draft`)
  const files = await filesOf(reopened.draftId).build(db.file_uploads).exec()
  return files.map(({ file_name }) => file_name)
}

test('a photo that was removed before the interview was refused', async () => {
  phone.device.env.cut()
  const { id } = await submit(phone.device, '3', { q: 'yes' }, photos)
  phone.device.env.mend()
  await removePhotoAndRefuse(id)
  expect(await reopen()).toEqual(['kept.jpg'])
})

test('a photo that was removed by a refused edit of an interview that is gone', async () => {
  const { id } = await submit(phone.device, '3', { q: 'yes' }, photos)
  await phone.device.sync.run({ all: true })
  expect((await submissionOf(phone.device, id))?.syncStatus).toBe('synced')
  await removePhotoAndRefuse(id)
  expect(await reopen()).toEqual(['kept.jpg'])
})

test('a photo that was removed before the interview was deleted, while another edit is open', async () => {
  const { id } = await submit(phone.device, '3', { q: 'yes' }, photos)
  await phone.device.sync.run({ all: true })
  await removePhoto(id)
  const { db, env } = phone.device
  const submission = await submissionOf(phone.device, id)
  if (submission === null) throw new Error('There is no submission.')
  const draft = await startEditDraft(db, submission, env.clock.now())
  await endSubmission(db, id, 'surveyor', env.clock.now())
  expect(await shownIn(draft.id)).toEqual(['kept.jpg'])
})

test('a photo that an edit took out of an unsent interview, although the app ends right after Submit', async () => {
  const { db, env } = phone.device
  env.cut()
  const { id } = await submit(phone.device, '3', { q: 'yes' }, photos)
  const submission = await submissionOf(phone.device, id)
  if (submission === null) throw new Error('There is no submission.')
  const draft = await startEditDraft(db, submission, env.clock.now())
  const files = await readFiles(db, id, submission)
  const removed = files.find(file => file.file_name === 'removed.jpg')?.id ?? ''
  await keepAnswer(db, id, takenFileMark(removed), marked, env.clock.now())
  const kept = files.filter(file => file.id !== removed)
  const place = { latitude: null, longitude: null, accuracy: null }
  const contents = { answers: { q: 'yes' }, files: kept, place, address: '', city: '' }
  const read = await readAnswers(db, id)
  await submitInterview(phone.device, draft, { ...contents, read })
  const edited = await submissionOf(phone.device, id)
  expect((await readFiles(db, id, edited)).map(({ file_name }) => file_name)).toEqual(['kept.jpg'])
  expect(await fileBytes(db, removed)).toBeNull()
})
