import { afterEach, beforeEach, expect, test } from 'vitest'
import { profileItemId, submissionItemId } from '../../collections/ids.ts'
import { answersOf } from '../../collections/queries.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { discardDraft, startEditDraft } from '../../collections/writes/write-work.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { moveToRecovery } from '../../replication/recovery/recover.ts'
import { updateProfile } from '../../replication/update-profile.ts'
import { commitEdit } from '../collections/commit.ts'
import { createDisk, deleteEverywhere, submissionOf, submit } from '../device.ts'
import { entriesIn, tryAgain } from '../recovery.ts'
import {
  backup,
  begin,
  changeTo,
  clock,
  device,
  edit,
  end,
  exhaust,
  formId,
  open,
  ours,
  photoOf,
  recovered,
  restored,
  shareOurs,
  syncAll,
} from './late-restore.ts'

/** What an interview of a backup has of several kinds at once, and what the one here becomes. */

shareOurs()

beforeEach(async () => {
  await begin(ours)
})
afterEach(end)

const stored = async (id: string) =>
  (await device.db.submissions.findOne(id).exec())?.toMutableJSON() as SubmissionDoc
const beginEdit = async (id: string, q: string): Promise<void> => {
  await startEditDraft(device.db, await stored(id), clock.now())
  await keepAnswer(device.db, id, 'q', q, clock.now())
}
const valuesOf = async (id: string) => {
  const answers = await answersOf(id).build(device.db.form_responses).exec()
  return Object.fromEntries(answers.map(({ question_id, value }) => [question_id, value]))
}
/** The server refuses the edits of a submission, because its row is gone. */
const refuseAsGone = async (id: string): Promise<void> => {
  await queueUnsent(device.db, clock.now())
  const why = { reason: 'deleted', status: 404, message: 'Not found', inDoubt: false } as const
  await moveToRecovery(device.db, submissionItemId(id), why, clock.now())
}

test('an open interview of which an edit was refused is open again, with the refusal', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'kept' })
  await syncAll()
  device.env.cut()
  await edit(id, 'refused')
  await exhaust(id)
  await beginEdit(id, 'half done')
  device.env.mend()
  await deleteEverywhere(device, id)
  await device.sync.refresh.now('submissions')
  expect(await stored(id)).toMatchObject({ state: 'open', work: { isWhole: true } })
  const file = await backup()

  await device.crash()
  await open(createDisk())
  expect(await restored(file)).toMatchObject({ drafts: 1, recovery: 1, known: 0 })
  expect(await stored(id)).toMatchObject({ state: 'open', work: { isWhole: true } })
  expect(await recovered()).toEqual(['edit: backup'])
  expect(await valuesOf(id)).toMatchObject({ q: 'half done', r: 'kept' })
  expect(await restored(file)).toMatchObject({ drafts: 0, recovery: 0, known: 2 })
})

test('an open edit of a submission that only Recovery has here is an interview of its own', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'kept' })
  await syncAll()
  device.env.cut()
  await beginEdit(id, 'half done')
  const file = await backup()
  await discardDraft(device.db, id)
  clock.advance(1000)
  await edit(id, 'refused')
  await refuseAsGone(id)
  expect(await stored(id)).toMatchObject({ state: 'refused', answers: {} })

  expect(await restored(file)).toMatchObject({ drafts: 1 })
  expect(await stored(id)).toMatchObject({ state: 'open', work: { isWhole: true } })
  expect(await valuesOf(id)).toEqual({ q: 'half done', r: 'kept' })
  expect(await recovered()).toEqual(['edit: deleted'])
})

test('the photo of a later backup comes to an interview that is unsent here', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'first' })
  const earlier = await backup()
  device.env.mend()
  await syncAll()
  device.env.cut()
  clock.advance(1000)
  const photo = photoOf(id)
  await attachFile(device.db, photo, new Blob(['abc'], { type: 'text/plain' }))
  await commitEdit(device.db, id, { q: 'first' }, [photo], clock.now())
  const later = await backup()

  await device.crash()
  await open(createDisk(), clock, true)
  expect(await restored(earlier)).toMatchObject({ submissions: 1 })
  expect(await restored(later)).toMatchObject({ submissions: 1, files: 1 })
  expect(await stored(id)).toMatchObject({ state: 'unsent', files: [{ id: photo.id }] })
  device.env.mend()
  await syncAll()
  await syncAll()
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
  expect(await device.db.file_uploads.findOne(photo.id).exec()).toMatchObject({
    sync_status: 'synced',
  })
})

test('edits of an interview that is deleted here are in Recovery once', async () => {
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  device.env.cut()
  await edit(id, 'not sent')
  const file = await backup()
  device.env.mend()
  await syncAll()
  await deleteEverywhere(device, id)
  expect(await stored(id)).toMatchObject({ state: 'binned' })
  expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 1, known: 0 })
  expect(await restored(file)).toMatchObject({ submissions: 0, recovery: 0, known: 1 })
  expect(await stored(id)).toMatchObject({ state: 'binned' })
  expect(await recovered()).toEqual(['edit: deleted'])
})

test('an open edit of a submission in the bin goes on with all of its answers', async () => {
  const { id } = await submit(device, formId, { q: 'first', r: 'kept' })
  await syncAll()
  await beginEdit(id, 'half done')
  const file = await backup()
  await discardDraft(device.db, id)
  await deleteEverywhere(device, id)
  expect(await stored(id)).toMatchObject({ state: 'binned' })
  expect(await restored(file)).toMatchObject({ drafts: 1 })
  expect(await stored(id)).toMatchObject({ state: 'open', work: { isWhole: true } })
  expect(await valuesOf(id)).toEqual({ q: 'half done', r: 'kept' })
  expect(await restored(file)).toMatchObject({ drafts: 0, known: 1 })
})

test('an unsent interview comes with the edit that is open, and both are one document', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'first', r: 'kept' })
  await beginEdit(id, 'half done')
  const file = await backup()
  await device.crash()
  await open(createDisk(), clock, true)
  expect(await restored(file)).toMatchObject({ submissions: 1, drafts: 1, known: 0 })
  expect(await restored(file)).toMatchObject({ submissions: 0, drafts: 0, known: 2 })
  expect(await stored(id)).toMatchObject({ state: 'unsent', work: { isWhole: false } })
  expect(await valuesOf(id)).toEqual({ q: 'half done' })
  device.env.mend()
  await syncAll()
  expect(await stored(id)).toMatchObject({ state: 'stored', work: { isWhole: false } })
})

test('a refused interview comes with the edit that is open', async () => {
  device.env.cut()
  const { id } = await submit(device, formId, { q: 'first', r: 'kept' })
  await beginEdit(id, 'half done')
  await exhaust(id)
  const file = await backup()
  await device.crash()
  await open(createDisk(), clock, true)
  expect(await restored(file)).toMatchObject({ recovery: 1, drafts: 1, known: 0 })
  expect(await restored(file)).toMatchObject({ recovery: 0, drafts: 0, known: 2 })
  expect(await stored(id)).toMatchObject({ state: 'refused', work: { isWhole: false } })
  expect(await recovered()).toEqual(['create: backup'])
  const [entry] = await entriesIn(device.db)
  expect(await tryAgain(device.db, entry?.id ?? '', clock.now())).toBe('returned')
  device.env.mend()
  await syncAll()
  expect(await stored(id)).toMatchObject({ state: 'stored', answers: { q: 'first' } })
})

test('a refused edit of the profile is in Recovery once', async () => {
  await device.sync.refresh.now('account')
  device.env.cut()
  await updateProfile(device, { first_name: 'Refused' })
  const why = { reason: 'refused', status: 422, message: 'No', inDoubt: false } as const
  await moveToRecovery(device.db, profileItemId, why, clock.now())
  const file = await backup()
  await device.crash()
  await open(createDisk())
  await device.sync.refresh.now('account')
  expect(await restored(file)).toMatchObject({ profile: false, recovery: 1, known: 0 })
  expect(await restored(file)).toMatchObject({ profile: false, recovery: 0, known: 1 })
  expect(await recovered()).toEqual(['profile: refused'])
})

test('a refusal that another interview here has does not come twice', async () => {
  const disks = [createDisk(), createDisk()] as const
  await changeTo(disks[0])
  const { id } = await submit(device, formId, { q: 'first' })
  await syncAll()
  device.env.cut()
  await edit(id, 'refused')
  await exhaust(id)
  const earlier = await backup()
  await changeTo(disks[1])
  expect(await restored(earlier)).toMatchObject({ recovery: 1 })
  await changeTo(disks[0])
  await beginEdit(id, 'half done')
  await deleteEverywhere(device, id)
  expect(await stored(id)).toMatchObject({ state: 'open' })
  const later = await backup()
  await changeTo(disks[1])
  expect(await restored(later)).toMatchObject({ drafts: 1, recovery: 0, known: 1 })
  expect(await stored(id)).toMatchObject({ state: 'open' })
  expect(await recovered()).toEqual(['edit: backup'])
})
