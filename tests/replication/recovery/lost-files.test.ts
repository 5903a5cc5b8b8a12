import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileData } from '../../../collections/schemas/file-uploads.ts'
import { commitEdit } from '../../collections/commit.ts'
import { lostFilesOf } from '../../../replication/recovery/lost-files.ts'
import { submissionOf, submit } from '../../device.ts'
import { theEntry, reopenEntry } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** The surveyor learns how many photos an edit of Recovery lacks when it becomes a new interview. */

let phone: PlainPhone
beforeEach(async () => {
  phone = await openPlainPhone()
})
afterEach(() => phone.device.crash())

/** Reopens an edit of an interview that is gone, whose photos are all kept. */
const reopenEdit = async (id: string): Promise<number> => {
  const { db, env, sync } = phone.device
  const { answers = {} } = (await submissionOf(phone.device, id)) ?? {}
  const files = (await db.file_uploads.find().exec()).map(file => file.toMutableJSON())
  await commitEdit(db, id, { ...answers, q: 'no' }, files, env.clock.now())
  phone.server.faults.arm({ fault: '404-json', path: '/form-submissions', times: 5 })
  await sync.run({ all: true })
  phone.server.faults.clear()
  const entry = await theEntry(db)
  const opened = await reopenEntry(db, entry.id, env.clock.now(), () => 'a new key')
  return lostFilesOf(db, entry, opened?.kind === 'draft' ? opened.draftId : '')
}
const sent = async (): Promise<string> => {
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [
    photo('a.jpg', 1),
    photo('b.jpg', 2),
  ])
  await phone.settle()
  return id
}

test('no photo is missing when all of them are on the device', async () => {
  expect(await reopenEdit(await sent())).toBe(0)
})

test('photos without bytes here and photos of another phone are missing', async () => {
  const id = await sent()
  const [first] = await phone.device.db.file_uploads.find().exec()
  await first?.getAttachment(fileData)?.remove()
  const rowId = Number((await submissionOf(phone.device, id))?.server_id)
  await phone.uploadElsewhere(rowId, photo('of another phone.jpg', 3))
  await phone.device.sync.refresh.now('submissions')
  expect(await reopenEdit(id)).toBe(2)
})
