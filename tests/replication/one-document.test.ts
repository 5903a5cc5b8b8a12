import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { filesOf } from '../../collections/queries.ts'
import { unknownKinds, type FieldKinds } from '../../replication/rows/field-kinds.ts'
import { isSameInterview } from '../../replication/rows/find-interview.ts'
import { rowAnswers } from '../../replication/rows/row-answers.ts'
import { submitInterview } from '../../replication/submit.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import { submit } from '../device.ts'
import { draftIn, theDraft } from '../drafts.ts'
import { entryIn, reopenEntry } from '../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from './plain-phone.ts'

/** An interview is one document and one row, whatever the browser and the server do to it. */

let phone: PlainPhone | null = null
afterEach(async () => {
  await phone?.device.crash()
  phone = null
})

const kinds: FieldKinds = id =>
  ({ name: 'text', count: 'number', day: 'date', many: 'list' } as const)[id as 'name']

const sent = {
  form_id: '3',
  latitude: 12.97160001,
  longitude: 77.59460009,
  created_at: '2026-11-20T09:30:00.250Z',
  answers: [
    { form_field_id: 'name', value: '  Lakshmi ' },
    { form_field_id: 'count', value: '1.50' },
    { form_field_id: 'day', value: '2026-11-01' },
    { form_field_id: 'many', value: '["a","b"]' },
  ],
}
const kept = {
  id: 1,
  form_id: 3,
  latitude: 12.9716,
  longitude: 77.5946001,
  created_at: '2026-11-20 09:30:00',
  answers: [
    { form_field_id: 'many', value: null, value_json: ['b', 'a'] },
    { form_field_id: 'day', value: '2026-11-01T00:00:00Z' },
    { form_field_id: 'count', value: 1.5 },
    { form_field_id: 'name', value: 'Lakshmi' },
  ],
}
const rowOf = (changes: object = {}) => v.parse(SubmissionRow, { ...kept, ...changes })

describe('a row is matched with its interview', () => {
  test('although the server trims, rounds, reorders and drops milliseconds and zone', () => {
    expect(isSameInterview(rowOf(), sent, kinds)).toBe(true)
  })
  test.each([
    [
      'another text',
      { answers: [...kept.answers.slice(0, 3), { form_field_id: 'name', value: 'Sita' }] },
    ],
    ['an answer more', { answers: [...kept.answers, { form_field_id: 'more', value: 'x' }] }],
    ['an answer less', { answers: kept.answers.slice(1) }],
    [
      'another number',
      {
        answers: [
          ...kept.answers.filter((_, at) => at !== 2),
          { form_field_id: 'count', value: 1.6 },
        ],
      },
    ],
    ['another place', { latitude: 12.9718 }],
    ['no place', { latitude: null, longitude: null }],
    ['another time', { created_at: '2026-11-20 09:30:02' }],
    ['another form', { form_id: 4 }],
  ])('but not with %s', (_, changes) => {
    expect(isSameInterview(rowOf(changes), sent, kinds)).toBe(false)
  })
  test('an echoed tempId is sufficient if form, time and place are equal, and a key alone', () => {
    const named = { ...sent, tempId: 'temp_1', client_key: 'k' }
    expect(isSameInterview(rowOf({ tempId: 'temp_1', answers: [] }), named, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ tempId: 'temp_2' }), named, kinds)).toBe(false)
    expect(isSameInterview(rowOf({ tempId: 'temp_2' }), sent, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ tempId: 'temp_1', latitude: 12.9718 }), named, kinds)).toBe(
      false,
    )
    expect(isSameInterview(rowOf({ client_key: 'k', form_id: 4 }), named, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ client_key: 'other' }), named, kinds)).toBe(false)
  })
  test('without a place the answers decide, even if the tempId is echoed, because two phones may have made it', () => {
    const placeless = { latitude: null, longitude: null, tempId: 'temp_1' }
    const named = { ...sent, ...placeless }
    expect(isSameInterview(rowOf(placeless), named, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ ...placeless, answers: [] }), named, kinds)).toBe(false)
  })
  test('a place counts at the precision of the server', () => {
    expect(isSameInterview(rowOf({ latitude: 12 }), sent, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ latitude: 11 }), sent, kinds)).toBe(false)
    expect(isSameInterview(rowOf({ latitude: 12.9 }), sent, kinds)).toBe(true)
    expect(isSameInterview(rowOf({ latitude: 12.8 }), sent, kinds)).toBe(false)
  })
  test('leading zeros are part of a text', () => {
    const phoneNumber = { ...sent, answers: [{ form_field_id: 'name', value: '007' }] }
    const row = rowOf({ answers: [{ form_field_id: 'name', value: '7' }] })
    expect(isSameInterview(row, phoneNumber, kinds)).toBe(false)
    expect(isSameInterview(row, phoneNumber, unknownKinds)).toBe(false)
  })
})

test.each(['[12]', '[1,2]', '["a"]'])('the text %s of a text field is a text', text => {
  const answers = [{ form_field_id: 'name', value: text }]
  expect(rowAnswers(rowOf({ answers }), kinds)).toEqual({ name: text })
  expect(isSameInterview(rowOf({ answers }), { ...sent, answers }, kinds)).toBe(true)
})

test('numbers in brackets are a text where the form is not known, and a list where it takes several', () => {
  const answers = [{ form_field_id: 'many', value: '[1,2]' }]
  expect(rowAnswers(rowOf({ answers }), unknownKinds)).toEqual({ many: '[1,2]' })
  expect(rowAnswers(rowOf({ answers }), kinds)).toEqual({ many: ['1', '2'] })
})

/** Sends each POST of a submission a second time, as a browser does on a broken connection. */
const repeating =
  (fetch: PlainPhone['server']['fetch']): PlainPhone['server']['fetch'] =>
  async (input, init) => {
    const request = new Request(input, init)
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    if (isCreate) await fetch(request.clone())
    return fetch(request)
  }

test('two rows that a browser made of one interview are one submission with a copy', async () => {
  phone = await openPlainPhone({}, repeating)
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  await phone.device.sync.run({ all: true })
  await phone.device.sync.refresh.now('submissions')
  // The second of the two was answered, so it has the photo.
  const rows = phone.server.rows().map(row => [row.id, row.files.length])
  expect(rows).toEqual([
    [1, 0],
    [2, 1],
  ])
  const [submission, ...others] = await phone.submissions()
  expect(others).toEqual([])
  expect(submission).toMatchObject({ id, syncStatus: 'synced', files_pending: 0, copies: ['1'] })
})

const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }

/** Submits an interview whose row is made without an answer, until it is in Recovery. */
const loseAnswer = async (
  { device, server }: PlainPhone,
  ...contents: [Readonly<Record<string, string>>, ReturnType<typeof photo>[]?]
): Promise<string> => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  server.faults.arm({ fault: '500', method: 'GET', path: '/form-submissions', times: 50 })
  const { id } = await submit(device, '3', ...contents)
  for (let tries = 0; tries < 4; tries += 1) {
    device.env.clock.advance(61_000)
    await device.sync.runIfAutomatic()
  }
  expect(await entryIn(device.db, id)).not.toBeNull()
  server.faults.clear()
  return id
}

test.each([
  ['before the list shows its row', false],
  ['after the list showed its row', true],
])(
  'an interview that is edited out of Recovery %s is one row and one submission',
  async (_, isListed) => {
    phone = await openPlainPhone()
    const { db, env, sync } = phone.device
    const id = await loseAnswer(phone, { q: 'yes', r: 'cleared later' })
    await reopenEntry(db, id, env.clock.now(), env.uuid)
    if (isListed) await sync.refresh.now('submissions')
    const draft = await draftIn(db, id)
    if (draft === null) throw new Error('The interview is not a draft.')
    expect(await phone.submissions()).toHaveLength(isListed ? 1 : 0)
    const contents = { answers: { q: 'edited' }, files: [], place, address: '', city: '' }
    await submitInterview(phone.device, draft, contents)
    await phone.settle()
    expect(phone.server.rows()).toHaveLength(1)
    const answers = phone.server.rows()[0]?.answers.filter(({ value }) => value !== '')
    expect(answers).toEqual([{ form_field_id: 'q', value: 'edited' }])
    expect(await phone.submissions()).toHaveLength(1)
  },
)

test('a photo of an interview that is edited out of Recovery is sent unless another phone sent it to the row', async () => {
  phone = await openPlainPhone()
  const { db, env, sync } = phone.device
  const photos = [photo('there.txt', 1), photo('here.txt', 2)]
  const id = await loseAnswer(phone, { q: 'yes' }, photos)
  await phone.uploadElsewhere(1, photo('there.txt', 1))
  await reopenEntry(db, id, env.clock.now(), env.uuid)
  await sync.refresh.now('submissions')
  const draft = await theDraft(db, id)
  const files = (await filesOf(id).build(db.file_uploads).exec()).map(doc => doc.toMutableJSON())
  const contents = { answers: { q: 'yes' }, files, place, address: '', city: '' }
  await submitInterview(phone.device, draft, contents)
  await phone.settle()
  const names = phone.server.rows().map(row => row.files.map(({ name }) => name))
  expect(names).toEqual([['there.txt', 'here.txt']])
})
