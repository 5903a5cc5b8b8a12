import { startEditDraft } from '../../collections/writes/write-work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { marked, takenFileMark } from '../../collections/ids.ts'
import { answersOf } from '../../collections/queries.ts'
import { storedBytes } from '../../collections/one-database/bytes.ts'
import { fileData, type FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { attachFile, sha256Of } from '../../collections/writes/write-files.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { commitEdit } from '../collections/commit.ts'
import { submitInterview } from '../../replication/submit.ts'
import { createDisk, fillIn, submissionOf, submit } from '../device.ts'
import { draftsIn } from '../drafts.ts'
import {
  backup,
  begin,
  changeTo,
  clock,
  day,
  device,
  end,
  formId,
  ours,
  photoOf,
  restored,
  serverIdOf,
  shareOurs,
  syncAll,
} from './late-restore.ts'

/** The photos of open work: restoring it takes out the same ones, and brings back none that was sent since or is lost. */

shareOurs()

afterEach(end)
beforeEach(async () => {
  await begin(ours)
})

const place = { latitude: null, longitude: null, accuracy: null }

const attach = async (owner: string, name: string): Promise<FileUploadDoc> => {
  const bytes = new Blob([name])
  const named = { id: name, file_name: `${name}.txt`, sha256: await sha256Of(bytes) }
  const doc = { ...photoOf(owner), ...named }
  await attachFile(device.db, doc, bytes)
  return doc
}
/** The names of the photos on the server. */
const onServer = async (serverId: string): Promise<readonly string[]> => {
  const row = await device.api.submission(serverId)
  const answers = (row.ok ? row.value.answers : []) as {
    form_field_id: string
    value_json: string[]
  }[]
  const listed = answers.find(each => each.form_field_id === 'photo')?.value_json ?? []
  return listed.map(address => new URL(address).pathname.split('/').at(-1) ?? '')
}
/** Submits the only open edit with these files. */
const submitOpen = async (files: readonly FileUploadDoc[] = []) => {
  const [draft] = await draftsIn(device.db)
  if (draft === undefined) throw new Error('No edit is open.')
  const { answers = {} } = (await submissionOf(device, draft.submission_id)) ?? {}
  const docs = await answersOf(draft.id).build(device.db.form_responses).exec()
  const read = docs.map(doc => doc.toMutableJSON())
  const contents = { answers, read, files, place, address: '', city: '' }
  await submitInterview(device, draft, contents)
  await syncAll()
}

test('of two photos the one that was taken out leaves the server, and the other stays', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  const serverId = await serverIdOf(id)
  const photos = [await attach(id, 'stays'), await attach(id, 'goes')]
  await commitEdit(device.db, id, { q: 'first' }, photos, clock.now())
  await syncAll()
  expect(await onServer(serverId)).toEqual(['stays.txt', 'goes.txt'])
  const edited = (await submissionOf(device, id)) as SubmissionDoc
  const draft = await startEditDraft(device.db, edited, clock.now())
  await keepAnswer(device.db, draft.id, takenFileMark('goes'), marked, clock.now())
  const file = await backup()

  await changeTo(createDisk())
  expect(await restored(file)).toMatchObject({ drafts: 1, recovery: 0 })
  await submitOpen()
  expect(await onServer(serverId)).toEqual(['stays.txt'])
  expect(await submissionOf(device, serverId)).toMatchObject({ syncStatus: 'synced', files: [] })
})

test.each([
  ['the same phone', false],
  ['another phone', true],
])('an open edit that was sent since, with its photo, is nothing new on %s', async (_, isOther) => {
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  const edited = (await submissionOf(device, id)) as SubmissionDoc
  const draft = await startEditDraft(device.db, edited, clock.now())
  const photo = await attach(draft.id, 'added')
  const file = await backup()
  await submitOpen([photo])
  expect(await onServer(await serverIdOf(id))).toEqual(['added.txt'])
  if (isOther) await changeTo(createDisk())
  clock.advance(day)
  expect(await restored(file)).toMatchObject({ drafts: 0, recovery: 0, files: 0, known: 1 })
})

test('a photo whose bytes the browser has lost is not restored as an empty one', async () => {
  const { draft } = await fillIn(device, formId, { q: 'half' })
  for (const name of ['lost', 'here']) await attach(draft.id, name)
  await storedBytes(device.db.file_uploads).remove('lost', fileData)
  const file = await backup()
  await changeTo(createDisk())
  expect(await restored(file)).toMatchObject({ drafts: 1, files: 1 })
  const photos = await device.db.file_uploads.find().exec()
  expect(photos.map(({ id }) => id)).toEqual(['here'])
})
