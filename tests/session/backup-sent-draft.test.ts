import { afterEach, beforeEach, expect, test } from 'vitest'
import { submitInterview } from '../../replication/submit.ts'
import { createDisk, fillIn } from '../device.ts'
import { draftsIn, patchDraft } from '../drafts.ts'
import {
  backup,
  begin,
  device,
  end,
  formId,
  open,
  ours,
  restored,
  shareOurs,
  syncAll,
} from './late-restore.ts'

/** A draft of a backup whose interview was sent later, on a phone that knows only its row. */

shareOurs()

beforeEach(async () => {
  await begin(ours)
})
afterEach(end)

test('a draft whose row is here was submitted, and is not unfinished again', async () => {
  const { draft, contents } = await fillIn(device, formId, { q: 'half' })
  const file = await backup()
  await submitInterview(device, draft, { ...contents, answers: { q: 'whole' } })
  await syncAll()
  await device.crash()
  await open(createDisk())
  const here = await device.db.submissions.find().exec()
  expect(here.map(({ answers }) => answers['q'])).toContain('whole')
  expect(await restored(file)).toMatchObject({ drafts: 0, known: 1 })
  expect(await draftsIn(device.db)).toEqual([])
  expect(await device.db.form_responses.find().exec()).toEqual([])
})

test('a draft of an interview that was sent before edits its row', async () => {
  const { draft, contents } = await fillIn(device, formId, { q: 'reopened' })
  await patchDraft(device.db, draft.id, {
    sent_before: { body: {}, in_doubt: true, sentAt: 0, sentOps: 0, sentHash: '' } as never,
  })
  const file = await backup()
  await submitInterview(device, draft, { ...contents, answers: { q: 'sent before' } })
  await syncAll()
  await device.crash()
  await open(createDisk())
  expect(await restored(file)).toMatchObject({ drafts: 1 })
  const [again] = await draftsIn(device.db)
  expect((await device.db.submissions.findOne(again?.id ?? '').exec())?.server_id).toMatch(/./)
})

test('a draft that is submitted while its backup is restored stays submitted', async () => {
  const photo = { fieldId: 'photo', name: 'door.txt', bytes: new Uint8Array([1, 2, 3]) }
  const { draft, contents } = await fillIn(device, formId, { q: 'half' }, [photo])
  const file = await backup()
  const { file_uploads } = device.db
  for (const doc of await file_uploads.find().exec()) await doc.remove()
  const insert = file_uploads.insert.bind(file_uploads)
  file_uploads.insert = async doc => {
    file_uploads.insert = insert
    const stored = await insert(doc)
    await submitInterview(device, draft, { ...contents, answers: { q: 'whole' } })
    return stored
  }
  expect(await restored(file)).toMatchObject({ drafts: 0, known: 1 })
  expect(await draftsIn(device.db)).toEqual([])
  expect(await device.db.form_responses.find().exec()).toEqual([])
})

test('a photo that is needed only since its backup is restored comes too', async () => {
  const photo = { fieldId: 'photo', name: 'door.txt', bytes: new Uint8Array([1, 2, 3]) }
  device.env.cut()
  const first = await fillIn(device, formId, { q: 'first' }, [photo])
  device.env.clock.advance(1000)
  const second = await fillIn(device, formId, { q: 'second' }, [photo])
  const file = await backup()
  await submitInterview(device, second.draft, second.contents)
  const { file_uploads, submissions } = device.db
  const remove = (id: string) => file_uploads.findOne(id).remove()
  await remove(`${first.draft.id}-0`)
  const insert = file_uploads.insert.bind(file_uploads)
  file_uploads.insert = async doc => {
    file_uploads.insert = insert
    const stored = await insert(doc)
    await remove(`${second.draft.id}-0`)
    await submissions.findOne(second.draft.id).remove()
    return stored
  }
  expect(await restored(file)).toMatchObject({ drafts: 1, files: 2 })
  const files = await file_uploads.find().exec()
  expect(files.map(({ submission_id }) => submission_id)).toEqual([first.draft.id, second.draft.id])
})
