import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFormDefinition } from '../../collections/writes/write-forms.ts'
import { answersOf, filesOf } from '../../collections/queries.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { createDisk, fillIn, openDevice, submit, type Device } from '../device.ts'
import { draftsIn } from '../drafts.ts'
import { createFakeClock } from '../env.ts'
import { formHead } from '../form/form-fixtures.ts'

/** What is large or many in a backup: photos of several megabytes, drafts, answers of repeats, forms and their versions. */

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://none.test/api' }
const megabyte = 1024 * 1024

/** Bytes of which no two megabytes, and no two files, are the same. */
const bytes = (length: number, of: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + Math.floor(at / megabyte) * 7 + of) % 256)
const photo = (name: string, length: number, of: number) => ({
  fieldId: 'photo',
  name,
  bytes: bytes(length, of),
})

const clock = createFakeClock()
let device: Device
const open = async (disk: ReturnType<typeof createDisk>) => {
  const noServer = () => Promise.reject(new TypeError('There is no server.'))
  device = await openDevice({ fetch: noServer, origin: 'http://none.test', clock }, disk, null)
  device.env.cut()
}
beforeEach(() => open(createDisk()))
afterEach(() => device.crash())

/** The names of the files of an interview, each with whether it has the bytes that were given. */
const filesAre = async (id: string, given: readonly ReturnType<typeof photo>[]) => {
  const docs = await filesOf(id).build(device.db.file_uploads).exec()
  const read = docs.map(async ({ id: fileId, file_name: name }) => {
    const blob = await fileBytes(device.db, fileId)
    const stored = Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
    return [name, given.some(one => one.name === name && stored.equals(one.bytes))] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

test('all large photos of drafts and submissions, and all answers of a repeat, are restored', async () => {
  const drafted = [photo('roof.jpg', 3 * megabyte + 5, 1), photo('wall.jpg', 2 * megabyte, 2)]
  const sent = [photo('door.jpg', 2 * megabyte + 1, 3), photo('well.jpg', 3 * megabyte, 4)]
  const first = (await fillIn(device, '3', { q: 'first' }, drafted)).draft.id
  const members = ['Asha', 'Ravi', 'Uma']
  for (const [occurrence, name] of members.entries()) {
    clock.advance(1)
    await keepAnswer(device.db, first, 'member', name, clock.now(), occurrence)
  }
  // The oldest is changed last.
  await keepAnswer(device.db, first, 'member', 'Asha Verma', clock.now(), 0)
  clock.advance(1000)
  const second = (await fillIn(device, '3', { q: 'second' }, [photo('hut.jpg', megabyte, 5)])).draft
  clock.advance(1000)
  const { id } = await submit(device, '3', { q: 'unsent' }, sent)
  const parts = { db: device.db, owner, appVersion: '1.0.8', now: clock.now() }
  const file = await makeBackup(parts, passphrase)

  await device.crash()
  await open(createDisk())
  const into = { db: device.db, owner, now: clock.now() }
  expect(await restoreBackup(into, file, passphrase)).toMatchObject({
    value: { drafts: 2, submissions: 1, files: 5 },
  })
  expect((await draftsIn(device.db)).map(draft => draft.id).sort()).toEqual([first, second.id])
  const answers = await answersOf(first).build(device.db.form_responses).exec()
  const ofMembers = answers.filter(({ question_id }) => question_id === 'member')
  expect(
    ofMembers
      .toSorted((one, other) => one.occurrence - other.occurrence)
      .map(({ occurrence, value }) => [occurrence, value]),
  ).toEqual([
    [0, 'Asha Verma'],
    [1, 'Ravi'],
    [2, 'Uma'],
  ])
  expect(await filesAre(first, drafted)).toEqual({ 'roof.jpg': true, 'wall.jpg': true })
  expect(await filesAre(second.id, [photo('hut.jpg', megabyte, 5)])).toEqual({ 'hut.jpg': true })
  expect(await filesAre(id, sent)).toEqual({ 'door.jpg': true, 'well.jpg': true })
})

/** Stores a version of a form with one question. */
const storeVersion = (formId: string, definition_hash: string) => {
  const field = {
    id: `${definition_hash}|q`,
    form_id: formId,
    definition_hash,
    field_id: 'q',
    section_id: 's',
    section_name: 'One',
    section_order: 0,
    name: 'q',
    label: 'Question',
    placeholder: '',
    type: 'TEXT',
    order: 0,
    options: '',
    is_required: false,
    help_text: '',
    multiple: false,
    max_kb: 0,
  }
  const form = { ...formHead, id: formId, definition_hash, fetched_at: clock.now() }
  return storeFormDefinition(device.db, form, [field])
}

test('all forms are restored, with every version that unsent work needs', async () => {
  await storeVersion('3', 'v1')
  await fillIn(device, '3', { q: 'in the former version' })
  await storeVersion('3', 'v2')
  await storeVersion('4', 'v4')
  for (const [formId, hash] of [
    ['3', 'v2'],
    ['4', 'v4'],
  ] as const) {
    clock.advance(1000)
    const { draft } = await fillIn(device, formId, { q: 'in today’s version' })
    const doc = await device.db.submissions.findOne(draft.id).exec(true)
    await doc.incrementalPatch({ definition_hash: hash })
  }
  const parts = { db: device.db, owner, appVersion: '1.0.8', now: clock.now() }
  const file = await makeBackup(parts, passphrase)

  await device.crash()
  await open(createDisk())
  await restoreBackup({ db: device.db, owner, now: clock.now() }, file, passphrase)
  const forms = await device.db.forms.find().exec()
  expect(forms.map(form => form.id).sort()).toEqual(['3', '4'])
  const fields = await device.db.form_questions.find().exec()
  expect(fields.map(field => field.definition_hash).sort()).toEqual(['v1', 'v2', 'v4'])
})
