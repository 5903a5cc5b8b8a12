import { expect, it } from 'vitest'
import { answerKey, submissionItemId } from '../../../collections/ids.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import { sentElsewhere } from '../../../src/features/fill/files/sent-elsewhere.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { deleteRecoveryEntry } from '../../../collections/writes/write-recovery.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import {
  beginFilled,
  edit,
  editOf,
  fieldsOf,
  formId,
  openInterviewOf,
  place,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'
import { attachNow, photosOf, storedNames } from './late-photos.ts'

/** Photos that another phone sent are known here only by their addresses. */

setUpFilling()

/** A submission that another phone sent with a photo to a question. */
const arrived = async (fieldId: string): Promise<string> => {
  const { db, sync } = theDevice()
  await sync.refresh.now('submissions')
  const key = answerKey(fieldId)
  const docs = await db.submissions.find().exec()
  const found = docs.find(doc => doc.form_id === formId && (doc.answers[key]?.length ?? 0) > 0)
  return found?.id ?? ''
}
const openPhoto = async (name: string) => {
  const fieldId = demoFieldId(formId, name)
  const id = await arrived(fieldId)
  const interview = await openInterviewOf({ kind: 'edit', id })
  const field = fieldsOf(interview, 'IMAGE').find(each => each.fieldId === fieldId)
  if (field === undefined) throw new Error(`There is no photo ${name}.`)
  const attach = (text: string) => {
    const compress = (bytes: File) => Promise.resolve({ bytes, problem: null })
    const picked = [new File([text], 'new.jpg', { type: 'image/jpeg' })]
    return attachFiles({ ...theDevice(), compress }, interview, field, picked)
  }
  const send = async () => {
    await submit(theDevice(), interview, place)
    await queueUnsent(theDevice().db, theDevice().env.clock.now())
    await theDevice().sync.run({ all: true })
  }
  const onServer = async () => {
    const row = await theDevice().api.submission(id)
    const answers = (row.ok ? row.value.answers : []) as {
      form_field_id: string
      value_json: string[]
    }[]
    const listed = answers.find(each => each.form_field_id === fieldId)?.value_json ?? []
    return Promise.all(
      listed.map(async url => (await theServer().fetch(new URL(url, theServer().origin))).text()),
    )
  }
  return { id, interview, field, attach, send, onServer }
}

it('a photo that takes the place of another phone’s replaces it on the server', async () => {
  const { id, interview, field, attach, send, onServer } = await openPhoto('house_photo')
  expect(await onServer()).toHaveLength(1)
  expect(sentElsewhere(interview, field, 0)).toBe(1)
  await attach('the new house')
  expect(sentElsewhere(interview, field, 1)).toBe(0)
  await send()
  expect(await onServer()).toEqual(['the new house'])
  const stored = await theDevice().db.submissions.findOne(id).exec(true)
  expect(stored.files.map(({ file_name }) => file_name)).toEqual(['new.jpg'])
  expect(stored.syncStatus).toBe('synced')
})

it('a photo that is added to those of another phone leaves them, and they are still counted', async () => {
  const { interview, field, attach, send, onServer } = await openPhoto('condition_photos')
  const before = await onServer()
  await attach('one more')
  expect(sentElsewhere(interview, field, 1)).toBe(before.length)
  await send()
  expect(await onServer()).toEqual([...before, 'one more'])
})

it('a photo that is ready after its edit was submitted replaces what is there, of another phone or of this one', async () => {
  const { id, interview, attach, onServer } = await openPhoto('house_photo')
  await interview.writer.begin()
  const again = await openInterviewOf({ kind: 'edit', id })
  edit(again, 'head_name', 'Ravi')
  expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
  for (const house of ['the new house', 'the newest house']) {
    expect((await attach(house)).said).toEqual([])
    await theDevice().sync.run({ all: true })
    expect(await onServer()).toEqual([house])
  }
})

it('a photo of another phone’s is also replaced when its edit returns from Recovery', async () => {
  const { id, attach, send, onServer } = await openPhoto('house_photo')
  const { db, env } = theDevice()
  await attach('the new house')
  env.cut()
  await send()
  const refusal = { reason: 'refused', status: 422, message: 'No.', inDoubt: false } as const
  await moveToRecovery(db, submissionItemId(id), refusal, env.clock.now())
  const [entry] = await entriesIn(db)
  expect(await tryAgain(db, entry?.id ?? '', env.clock.now())).toBe('returned')
  env.mend()
  env.clock.advance(60_000)
  await theDevice().sync.run({ all: true })
  expect(await onServer()).toEqual(['the new house'])
})

it('a photo that an edit attached and took out stays out when a late answer opens the edit again', async () => {
  const { interview: first, id } = await beginFilled()
  await submit(theDevice(), first, place)
  const begun = await openInterviewOf({ kind: 'edit', id })
  await attachNow(begun, 'house.jpg')
  await begun.close()
  const again = await openInterviewOf({ kind: 'edit', id })
  const field = photosOf(again)
  for (const file of again.files.get(field.id)) await again.removeFile(field, file)
  const { db, env } = theDevice()
  const late = demoFieldId(formId, 'head_name')
  await submit(theDevice(), again, place, async () => {
    await keepAnswer(db, id, late, 'Late', env.clock.now() + 5)
    return []
  })
  const last = await openInterviewOf({ kind: 'edit', id })
  expect(await editOf(id)).toEqual({ [late]: 'Late' })
  expect(last.files.get(field.id)).toEqual([])
  expect(await storedNames()).toEqual([])
})

it('a photo of an edit that is in Recovery is no part of a later edit, and stays for its own', async () => {
  const { interview: first, id } = await beginFilled()
  await submit(theDevice(), first, place)
  const { db, env, sync } = theDevice()
  await sync.run({ all: true })
  const refused = await openInterviewOf({ kind: 'edit', id })
  await attachNow(refused, 'house.jpg')
  env.cut()
  await submit(theDevice(), refused, place)
  const refusal = { reason: 'refused', status: 422, message: 'No.', inDoubt: false } as const
  await moveToRecovery(db, submissionItemId(id), refusal, env.clock.now())
  const [entry] = await entriesIn(db)
  expect(entry?.file_ids).toHaveLength(1)

  const later = await openInterviewOf({ kind: 'edit', id })
  expect(later.files.get(photosOf(later).id)).toEqual([])
  edit(later, 'head_name', 'Ravi')
  await submit(theDevice(), later, place)
  const stored = await db.submissions.findOne(id).exec(true)
  expect(stored.files).toEqual([])
  expect((await db.file_uploads.find().exec()).map(file => file.id)).toEqual(entry?.file_ids)
  await deleteRecoveryEntry(db, entry ?? { id: '', submission_id: '' }, env.clock.now())
  expect(await db.file_uploads.find().exec()).toEqual([])
})

it('a photo stays with an interview that goes on as its own after another edit was refused', async () => {
  const { interview: first, id } = await beginFilled()
  await attachNow(first, 'house.jpg')
  await submit(theDevice(), first, place)
  const { db, env, sync } = theDevice()
  await sync.run({ all: true })
  const refused = await openInterviewOf({ kind: 'edit', id })
  edit(refused, 'head_name', 'Ravi')
  env.cut()
  await submit(theDevice(), refused, place)
  const refusal = { reason: 'refused', status: 422, message: 'No.', inDoubt: false } as const
  await moveToRecovery(db, submissionItemId(id), refusal, env.clock.now())
  const open = await openInterviewOf({ kind: 'edit', id })
  edit(open, 'head_name', 'Asha')
  await open.close()
  await endSubmission(db, id, 'elsewhere', env.clock.now())

  const [entry] = await entriesIn(db)
  await deleteRecoveryEntry(db, entry ?? { id: '', submission_id: '' }, env.clock.now())
  const own = await openInterviewOf({ kind: 'draft', id })
  expect(own.files.get(photosOf(own).id)).toHaveLength(1)
})
