import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newestOf } from '../../../collections/schemas/schema.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { unknownKinds, type FieldKinds } from '../../../replication/rows/field-kinds.ts'
import { areSameAnswers, isSameAnswer } from '../../../replication/rows/same-answers.ts'
import { entriesToAnswers, rowAnswers } from '../../../replication/rows/row-answers.ts'
import {
  rowToBase,
  sentToBase,
  toCreateRequest,
  toUpdateRequest,
} from '../../../replication/rows/submission-rows.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'

/** Between a submission and its row, in both directions. */

const submittedAt = '2026-11-20T09:30:00.250Z'
const photo = {
  id: 'f1',
  field_id: 'photo',
  field_type: 'IMAGE',
  file_name: 'a.png',
  file_type: 'image/png',
  file_size: 1,
}
const doc: SubmissionDoc = {
  id: 'temp_1',
  client_key: 'key',
  server_id: '',
  form_id: '3',
  formName: 'Household',
  definition_hash: 'v1',
  latitude: 12.97,
  longitude: 77.59,
  accuracy: 8,
  address: 'MG Road',
  city: 'Bengaluru',
  created_at: submittedAt,
  updated_at: '2026-11-20T10:00:00.000Z',
  submittedAt,
  syncStatus: 'pending',
  answers: { q: 'yes' },
  files: [photo, { ...photo, id: 'f2', removed: true }],
  files_pending: 1,
  rev: '',
  history: [{ at: 1, what: 'saved', note: '' }],
  state: 'deleting',
  hidden: 1,
  attention: 0,
  correction: 0,
  newest: newestOf(1),
  crdts: { operations: [], hash: '' },
}
const rowOf = (more: object = {}) =>
  v.parse(SubmissionRow, {
    id: 7,
    form_id: 3,
    form_name: 'Household survey',
    latitude: 1,
    longitude: 2,
    address: 'Brigade Road',
    city: 'Mysuru',
    created_at: '2026-11-20T09:30:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    rev: '4-b',
    client_key: 'theirs',
    answers: [{ form_field_id: 'q', value: 'no' }],
    ...more,
  })

test('a row of this device keeps what only the device knows', () => {
  const { crdts: _, ...fields } = doc
  expect(rowToBase(rowOf(), doc, unknownKinds)).toEqual({
    ...fields,
    server_id: '7',
    formName: 'Household survey',
    latitude: 1,
    longitude: 2,
    address: 'Brigade Road',
    city: 'Mysuru',
    created_at: '2026-11-20T09:30:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    answers: { q: 'no' },
    files: [photo],
    rev: '4-b',
    state: 'stored',
    hidden: 0,
    attention: 0,
    correction: 0,
    newest: newestOf(submittedAt),
  })
})

test('what a row leaves empty is as the device knows it', () => {
  const bare = rowOf({ form_name: '', address: '', city: '', updated_at: '' })
  expect(rowToBase(bare, doc, unknownKinds)).toMatchObject({
    formName: 'Household',
    address: 'MG Road',
    city: 'Bengaluru',
    updated_at: '2026-11-20T09:30:00Z',
  })
  expect(rowToBase(bare, null, unknownKinds)).toMatchObject({ formName: '', address: '', city: '' })
})

test('a row of another device is known by its own id, and has no files here', () => {
  expect(rowToBase(rowOf(), null, unknownKinds)).toMatchObject({
    id: '7',
    client_key: 'theirs',
    definition_hash: '',
    accuracy: null,
    submittedAt: '2026-11-20T09:30:00Z',
    files: [],
    history: [],
    files_pending: 0,
    syncStatus: 'synced',
    newest: newestOf('2026-11-20T09:30:00Z'),
  })
})

test('files that the server lacks are counted as the device has them, or as the caller says', () => {
  const statusOf = (base: { files_pending: number; syncStatus: string }) => [
    base.files_pending,
    base.syncStatus,
  ]
  expect(statusOf(rowToBase(rowOf(), { ...doc, files_pending: 2 }, unknownKinds))).toEqual([
    2,
    'pending',
  ])
  expect(statusOf(rowToBase(rowOf(), { ...doc, files_pending: 0 }, unknownKinds))).toEqual([
    0,
    'synced',
  ])
  expect(statusOf(rowToBase(rowOf(), doc, unknownKinds))).toEqual([1, 'pending'])
  expect(statusOf(rowToBase(rowOf(), doc, unknownKinds, 0))).toEqual([0, 'synced'])
})

test('what was sent is the base where the server returned only the id', () => {
  const { crdts: _, ...fields } = doc
  const base = { ...fields, server_id: '9', files: [photo], state: 'stored', hidden: 0 }
  expect(sentToBase(doc, '9', 2)).toEqual({ ...base, files_pending: 2, syncStatus: 'pending' })
  expect(sentToBase(doc, '9', 0)).toEqual({ ...base, files_pending: 0, syncStatus: 'synced' })
})

test('a new interview is sent whole, its gaps filled, in the order of fields and occurrences', () => {
  const answers = { 'r#10': 'k', 'r#2': 'c', b: ['x', 'y'], a: '1' }
  const empty = Array.from({ length: 9 }, (_, at) => at + 1).filter(at => at !== 2)
  expect(toCreateRequest({ ...doc, answers })).toEqual({
    form_id: '3',
    latitude: 12.97,
    longitude: 77.59,
    created_at: submittedAt,
    tempId: 'temp_1',
    client_key: 'key',
    answers: [
      { form_field_id: 'a', value: '1' },
      { form_field_id: 'b', value: '["x","y"]' },
      { form_field_id: 'r', value: '' },
      { form_field_id: 'r', value: '', occurrence: empty[0] },
      { form_field_id: 'r', value: 'c', occurrence: 2 },
      ...empty.slice(1).map(occurrence => ({ form_field_id: 'r', value: '', occurrence })),
      { form_field_id: 'r', value: 'k', occurrence: 10 },
    ],
  })
})

test('an edit is sent whole, or only what it changed where the server merges', () => {
  const edited = { ...doc, answers: { a: '1', 'r#2': 'c', b: '2' } }
  const whole = toUpdateRequest(edited, null)
  expect(whole).toEqual({ ...toCreateRequest(edited), updated_at: doc.updated_at })
  expect('removed_files' in whole).toBe(false)
  expect(toUpdateRequest(edited, new Set(['r#2', 'gone']), ['/a.png'])).toEqual({
    ...toCreateRequest(edited),
    updated_at: doc.updated_at,
    removed_files: ['/a.png'],
    answers: [
      { form_field_id: 'gone', value: '' },
      { form_field_id: 'r', value: 'c', occurrence: 2 },
    ],
    merge: true,
  })
})

test('a cleared answer is named in an edit, also under a name that every object has', () => {
  const { answers } = toUpdateRequest({ ...doc, answers: {} }, new Set(['constructor']))
  expect(answers).toEqual([{ form_field_id: 'constructor', value: '' }])
  const gaps = toCreateRequest({ ...doc, answers: { 'constructor#1': 'b' } })
  expect(gaps.answers.map(({ value }) => value)).toEqual(['', 'b'])
  expect(areSameAnswers({}, { constructor: 'a' }, unknownKinds)).toBe(false)
})

const kinds: FieldKinds = id =>
  ({ list: 'list', text: 'text', number: 'number', files: 'files' } as const)[id as 'list']
const answersOf = (...answers: readonly object[]) => rowAnswers(rowOf({ answers }), kinds)

test.each([
  [{ form_field_id: 'text', value: 'a', value_json: ['b'] }, { text: 'a' }],
  [{ form_field_id: 'text', value: '', value_json: 'b' }, { text: 'b' }],
  [{ form_field_id: 'text', value: null, value_json: null }, {}],
  [{ form_field_id: 'text', value: 0 }, { text: '0' }],
  [{ form_field_id: 'text', value: true }, { text: 'true' }],
  [{ form_field_id: 'list', value: 'a', value_json: ['b', 2] }, { list: ['b', '2'] }],
  [{ form_field_id: 'list', value: '["a"]' }, { list: ['a'] }],
  [{ form_field_id: 'list', value: '[broken' }, { list: '[broken' }],
  [{ form_field_id: 'list', value: ' ["a"]' }, { list: ['a'] }],
  [{ form_field_id: 'list', value: 'a' }, { list: 'a' }],
  [{ form_field_id: 'files', value_json: ['a.png', '/b.png'] }, { files: ['a.png', '/b.png'] }],
  [{ form_field_id: 'files', value: null, value_json: '["a.png"]' }, { files: ['a.png'] }],
  [{ form_field_id: 'files', value: '/b.png' }, { files: ['/b.png'] }],
  [{ form_field_id: 'files', value: '', value_json: null }, {}],
  [{ form_field_id: 'text', value: '["a"]' }, { text: '["a"]' }],
  [{ form_field_id: 'other', value: '["a"]' }, { other: ['a'] }],
  [{ form_field_id: 'other', value: '["a",1]' }, { other: '["a",1]' }],
  [{ form_field_id: 'other', value: 'a', value_json: ['b'] }, { other: ['b'] }],
  [
    { form_field_id: 'list', value: [{ url: '/a.png' }, { x: 1 }] },
    { list: ['/a.png', '{"x":1}'] },
  ],
])('the entry %j is read as %j', (entry, answers) => {
  expect(answersOf(entry)).toEqual(answers)
})

test('entries without numbers are counted through, and an empty one takes its number', () => {
  const value = (text: string, more: object = {}) => ({
    form_field_id: 'text',
    value: text,
    ...more,
  })
  expect(answersOf(value('a'), value(''), value('c'))).toEqual({ text: 'a', 'text#2': 'c' })
  expect(answersOf(value('a', { occurrence: 3 }), value('b'))).toEqual({
    'text#3': 'a',
    'text#1': 'b',
  })
  expect(answersOf({ value: 'no field' }, value('a'))).toEqual({ text: 'a' })
})

test.each(['files', 'unknown'])(
  'two lists of addresses without numbers are the same files of a field of kind %s, the longer one',
  form_field_id => {
    const files = (...value_json: readonly string[]) => ({ form_field_id, value_json })
    const both = { [form_field_id]: ['/a', '/b'] }
    expect(answersOf(files('/a'), files('/a', '/b'))).toEqual(both)
    expect(answersOf(files('/a', '/b'), files('/a'))).toEqual(both)
    expect(answersOf(files('/a'), files('/b'))).toEqual({ [form_field_id]: ['/b'] })
  },
)

test('what a field lists counts as files by its kind, and by its look where that is unknown', () => {
  const isUnsentSame = (id: string, listed: string[]) => areSameAnswers({ [id]: listed }, {}, kinds)
  expect(isUnsentSame('files', ['photos/a'])).toBe(true)
  expect(isUnsentSame('list', ['/a.png'])).toBe(false)
  expect(isUnsentSame('unknown', ['/a.png'])).toBe(true)
  expect(isUnsentSame('unknown', ['photos/a'])).toBe(false)
  const options = (...value_json: readonly string[]) => ({ form_field_id: 'list', value_json })
  expect(answersOf(options('/a'), options('/b'))).toEqual({ list: ['/a'], 'list#1': ['/b'] })
})

test('what a request carried is read as it was given', () => {
  const entries = [
    { form_field_id: 'text', value: '["a"]' },
    { form_field_id: 'list', value: '["a"]', occurrence: 1 },
  ]
  expect(entriesToAnswers(entries, kinds)).toEqual({ text: '["a"]', 'list#1': ['a'] })
})

test.each([
  ['number', '1.50', '1.5', true],
  ['number', '', '0', false],
  ['number', '0', '', false],
  ['date', '2026-11-01', '2026-11-01T00:00:00Z', true],
  ['date', '2026-11-01', '2026-11-02', false],
  ['text', '1.0', '1', false],
  ['text', ' a ', 'a', true],
  [undefined, '1.0', '1', true],
  [undefined, '01', '1', false],
  [undefined, '1', '01', false],
  [undefined, '1', '2', false],
  ['list', ['a', 'b'], ['b ', 'a'], true],
  ['list', ['a', 'b'], ['a'], false],
  ['list', ['a', 'b'], ['a', 'c'], false],
  ['list', [], '', true],
  ['list', ['a'], '["a"]', true],
  ['list', ['a'], '', false],
] as const)('of kind %s %j and %j are the same: %s', (kind, one, other, isSame) => {
  const copy = (answer: string | readonly string[]) =>
    typeof answer === 'string' ? answer : [...answer]
  expect(isSameAnswer(copy(one), copy(other), kind)).toBe(isSame)
})

test('addresses of files that nothing was sent for do not count', () => {
  expect(areSameAnswers({ q: 'a', photo: ['/a.png'] }, { q: 'a' }, unknownKinds)).toBe(true)
  expect(
    areSameAnswers({ q: 'a', photo: ['/a.png'] }, { q: 'a', photo: ['/b.png'] }, unknownKinds),
  ).toBe(false)
  expect(areSameAnswers({ q: 'a' }, { q: 'a', photo: ['/a.png'] }, unknownKinds)).toBe(false)
  expect(areSameAnswers({ q: 'a', more: 'x' }, { q: 'a' }, unknownKinds)).toBe(false)
})
