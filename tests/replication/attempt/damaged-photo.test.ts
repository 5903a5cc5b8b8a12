import { afterEach, expect, test, vi } from 'vitest'
import { storedBytes } from '../../../collections/one-database/bytes.ts'
import { fileData } from '../../../collections/schemas/file-uploads.ts'
import { submissionOf, submit } from '../../device.ts'
import { entriesIn } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** The browser has lost the bytes of a photo, or cannot read them, while its document still names them. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

test('it goes to Recovery, and the photos of other interviews are sent', async () => {
  phone = await openPlainPhone()
  const { db, env } = phone.device
  env.cut()
  const damaged = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  env.clock.advance(1000)
  const whole = await submit(phone.device, '3', { q: 'no' }, [photo('b.txt', 2)])
  await storedBytes(db.file_uploads).remove(`${damaged.id}-0`, fileData)
  env.mend()
  await phone.settle()
  await phone.settle()
  const names = phone.server.rows().flatMap(row => row.files.map(({ name }) => name))
  expect(names).toEqual(['b.txt'])
  expect(await submissionOf(phone.device, whole.id)).toMatchObject({ syncStatus: 'synced' })
  const entries = await entriesIn(db)
  expect(entries).toMatchObject([
    { kind: 'files', reason: 'unreadable', file_ids: [`${damaged.id}-0`] },
  ])
})

const unreadable = () => Promise.reject(new DOMException('', 'NotReadableError'))

test.each([
  ['a photo that can be read a minute later is sent', 1, [], 'synced'],
  ['a photo that can never be read goes to Recovery', 9, ['unreadable'], 'recovery'],
])('%s', async (_, times, reasons, status) => {
  phone = await openPlainPhone()
  const { db, env } = phone.device
  env.cut()
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  env.mend()
  const read = vi.spyOn(db.file_uploads.storageInstance, 'getAttachmentData')
  for (let time = 0; time < times; time += 1) read.mockImplementationOnce(unreadable)
  await phone.device.sync.run({ all: true })
  expect(await entriesIn(db)).toHaveLength(0)
  await phone.settle()
  await phone.settle()
  expect(phone.server.rows().flatMap(row => row.files)).toHaveLength(reasons.length === 0 ? 1 : 0)
  const entries = await entriesIn(db)
  expect(entries.map(({ reason }) => reason)).toEqual(reasons)
  const file = await db.file_uploads.findOne(`${id}-0`).exec(true)
  expect(file.sync_status).toBe(status)
})
