import { Subject } from 'rxjs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import { fieldsOfVersion } from '../../../collections/queries.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import { userByEmail } from '../../../server/store/users.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice } from '../../../src/features/fill/opening/opened.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { shownSections } from '../../../src/features/submissions/detail/answers.ts'
import { createDisk, openDevice, submissionOf, type Device, type Disk } from '../../device.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/** The whole life of a repeat: thirty occurrences with photos, offline, through a kill, to the server and back. */

const many = 30
const definition = {
  id: 'visit',
  title: 'Visit',
  status: 'published',
  sections: [
    { id: 'where', name: 'Where', fields: [{ id: 'village', type: 'TEXT' }] },
    {
      id: 'members',
      name: 'Household members',
      repeat: { min: 1, label: 'Member' },
      fields: [
        { id: 'name', type: 'TEXT', is_required: true },
        { id: 'age', type: 'NUMBER' },
        { id: 'photo', type: 'IMAGE', multiple: true },
      ],
    },
    {
      id: 'sums',
      name: 'Sums',
      fields: [{ id: 'ages', type: 'NUMBER', calculate: { sum: [{ var: 'age' }] } }],
    },
  ],
}

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const form = parseForm(definition)
  const user = await userByEmail(server.db.query, 'asha@transect.example')
  if (form === null || user === null) throw new Error('The demo is not as this test knows it.')
  await putForm(server.db.query, form, new Date(server.clock()))
  await assignForm(server.db.query, user.id, form.id, new Date(server.clock()))
  token = await server.login()
})

const start = (disk: Disk): Promise<Device> =>
  openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)

const open = async (device: Device, choice: Choice): Promise<Interview> => {
  const env = { ...device.env, visible$: new Subject<boolean>() }
  const opened = await openInterview(
    { db: device.db, api: device.api, refresh: device.sync.refresh, env },
    'visit',
    choice,
  )
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  return opened.interview
}
const fieldAt = ({ form }: Interview, id: string, occurrence: number) => {
  const field = form.fieldById.get(slotId(id, occurrence))
  if (field === undefined) throw new Error(`There is no ${id} of occurrence ${occurrence}.`)
  return field
}
const photoOf = (n: number) => new File([`photo ${n}`], `photo-${n}.jpg`, { type: 'image/jpeg' })
const noPlace = { kind: 'unknown' } as const

const fillInMany = async (device: Device, interview: Interview): Promise<void> => {
  const parts = {
    db: device.db,
    env: device.env,
    compress: (file: File) => Promise.resolve({ bytes: file, problem: null }),
  }
  for (let n = 0; n < many; n += 1) {
    if (n > 0) interview.addOccurrence('members')
    interview.edit(fieldAt(interview, 'name', n), `name ${n}`)
    interview.edit(fieldAt(interview, 'age', n), String(n))
    await attachFiles(parts, interview, fieldAt(interview, 'photo', n), [photoOf(n)])
  }
  await interview.writer.flush()
}
const rowOf = async (serverId: string) => {
  const response = await server.fetch(`/api/surveyor/form-submissions/${serverId}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as {
    data: {
      answers: {
        form_field_id: string
        occurrence: number
        value: string
        value_json: string[] | null
      }[]
    }
  }
  const of = (id: string) => data.answers.filter(({ form_field_id }) => form_field_id === id)
  return { names: of('name'), photos: of('photo'), ages: of('ages') }
}
const sent = (device: Device, id: string) =>
  until('everything sent', async () => {
    const stored = await submissionOf(device, id)
    return stored?.syncStatus === 'synced' ? stored : null
  })

it(`${many} occurrences with photos survive a kill offline, and reach the server with their numbers`, async () => {
  const disk = createDisk()
  const first = await start(disk)
  await first.sync.refresh.now('forms')
  first.env.cut()
  const begun = await open(first, { kind: 'new' })
  await fillInMany(first, begun)
  const draftId = begun.writer.draft()?.id ?? ''
  // The tab dies without closing anything.
  await first.crash()

  const second = await start(disk)
  second.env.cut()
  const resumed = await open(second, { kind: 'draft', id: draftId })
  expect(resumed.form.repeats[0]?.occurrences).toHaveLength(many)
  expect(resumed.answers.get(fieldAt(resumed, 'name', 17))).toBe('name 17')
  expect(resumed.files.get(slotId('photo', 29)).map(({ file_name }) => file_name)).toEqual([
    'photo-29.jpg',
  ])
  expect(resumed.validity.progress()).toEqual({ invalid: 0, answered: 90, total: 91 })
  resumed.removeOccurrence('members', 3)
  expect(await submit(second, resumed, noPlace)).toEqual({ kind: 'done', outcome: 'saved' })
  await resumed.close()
  second.env.mend()
  await second.sync.run({ all: true })
  const stored = await sent(second, draftId)

  const { names, photos, ages } = await rowOf(stored.server_id)
  const numbers = Array.from({ length: many }, (_, n) => n).filter(n => n !== 3)
  const byNumber = (one: { occurrence: number }, other: { occurrence: number }) =>
    one.occurrence - other.occurrence
  expect(
    names
      .filter(({ value }) => value !== '')
      .sort(byNumber)
      .map(({ occurrence, value }) => [occurrence, value]),
  ).toEqual(numbers.map(n => [n, `name ${n}`]))
  expect(photos.sort(byNumber).map(({ occurrence }) => occurrence)).toEqual(numbers)
  expect(photos.every(({ value_json }) => value_json?.length === 1)).toBe(true)
  expect(photos.find(({ occurrence }) => occurrence === 29)?.value_json?.[0]).toContain(
    'photo-29.jpg',
  )
  expect(ages.map(({ value }) => value)).toEqual([String((29 * 30) / 2 - 3)])

  const questions = await fieldsOfVersion(stored.definition_hash)
    .build(second.db.form_questions)
    .exec()
  const shown = shownSections(
    questions.map(question => question.toMutableJSON()),
    stored,
  )
  const members = shown.filter(({ name }) => name.startsWith('Member '))
  expect(members).toHaveLength(many - 1)
  expect(members[3]?.answers.map(({ text }) => text).slice(0, 2)).toEqual(['name 4', '4'])
  expect(members[3]?.answers[2]?.files.map(({ name }) => name)).toEqual(['photo-4.jpg'])
  await second.crash()
}, 120_000)

it('an edit removes one occurrence and adds another, also for readers elsewhere', async () => {
  const device = await start(createDisk())
  await device.sync.refresh.now('forms')
  const interview = await open(device, { kind: 'new' })
  interview.addOccurrence('members')
  interview.edit(fieldAt(interview, 'name', 0), 'Asha')
  interview.edit(fieldAt(interview, 'name', 1), 'Ravi')
  await submit(device, interview, noPlace)
  const id = interview.writer.draft()?.id ?? ''
  await interview.close()

  const edit = await open(device, { kind: 'edit', id })
  expect(edit.form.repeats[0]?.occurrences).toEqual([0, 1])
  edit.removeOccurrence('members', 0)
  edit.addOccurrence('members')
  edit.edit(fieldAt(edit, 'name', 2), 'Meena')
  expect(await submit(device, edit, noPlace)).toEqual({ kind: 'done', outcome: 'submitted' })
  await edit.close()
  const stored = await sent(device, id)
  expect(stored.answers).toEqual({
    [answerKey('name', 1)]: 'Ravi',
    [answerKey('name', 2)]: 'Meena',
    ages: '0',
  })

  await device.crash()
  const other = await start(createDisk())
  await other.sync.refresh.now('forms')
  const seen = await open(other, { kind: 'edit', id: stored.server_id })
  expect(seen.form.repeats[0]?.occurrences).toEqual([1, 2])
  expect(seen.answers.get(fieldAt(seen, 'name', 2))).toBe('Meena')
  await seen.close()
  await other.crash()
}, 60_000)

it('an edit removes a sent photo, and nothing else of the interview', async () => {
  const device = await start(createDisk())
  await device.sync.refresh.now('forms')
  const interview = await open(device, { kind: 'new' })
  interview.addOccurrence('members')
  const parts = {
    db: device.db,
    env: device.env,
    compress: (file: File) => Promise.resolve({ bytes: file, problem: null }),
  }
  for (const n of [0, 1]) {
    interview.edit(fieldAt(interview, 'name', n), `name ${n}`)
    await attachFiles(parts, interview, fieldAt(interview, 'photo', n), [photoOf(1), photoOf(2)])
  }
  await submit(device, interview, noPlace)
  const id = interview.writer.draft()?.id ?? ''
  await interview.close()
  await device.sync.run({ all: true })
  const { server_id: serverId } = await sent(device, id)
  expect((await rowOf(serverId)).photos.map(({ value_json }) => value_json?.length)).toEqual([2, 2])

  const edit = await open(device, { kind: 'edit', id })
  const photo = fieldAt(edit, 'photo', 1)
  const [first] = edit.files.get(photo.id)
  if (first === undefined) throw new Error('There is no photo.')
  expect(first.sync_status).toBe('synced')
  await edit.removeFile(photo, first)
  expect(await submit(device, edit, noPlace)).toEqual({ kind: 'done', outcome: 'submitted' })
  await edit.close()
  const stored = await sent(device, id)
  expect(stored.files.map(({ file_name, occurrence = 0 }) => [file_name, occurrence])).toEqual([
    ['photo-1.jpg', 0],
    ['photo-2.jpg', 0],
    ['photo-2.jpg', 1],
  ])
  // Removed after the transaction that confirms the edit.
  await expect.poll(() => device.db.file_uploads.findOne(first.id).exec()).toBeNull()
  const { photos, names } = await rowOf(serverId)
  expect(photos.map(({ value_json }) => value_json?.length)).toEqual([2, 1])
  expect(photos[1]?.value_json?.[0]).toContain('photo-2.jpg')
  expect(names.map(({ value }) => value)).toEqual(['name 0', 'name 1'])
  await device.crash()
}, 60_000)
