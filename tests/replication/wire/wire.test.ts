import { anything, assert, nat, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { answerKey, fieldOfAnswerKey } from '../../../collections/ids.ts'
import { unknownKinds } from '../../../replication/rows/field-kinds.ts'
import { rowAnswers } from '../../../replication/rows/row-answers.ts'
import { SubmissionRow, User } from '../../../replication/wire/answers.ts'
import { findList, findMessage, findObject, findTotal } from '../../../replication/wire/envelope.ts'
import { parseForm, parseFormHead, parseOptions } from '../../../replication/wire/forms.ts'

test.each([
  ['data', { data: [1] }],
  ['data.data', { data: { data: [1] } }],
  ['a paginator', { data: { current_page: 1, data: [1], total: 1 } }],
  ['bare', [1]],
])('a list is found in %s', (_, body) => {
  expect(findList(body)).toEqual([1])
})

test.each([
  [{ data: { current_page: 1, data: [1], total: 31 } }, 31],
  [{ data: [1], meta: { total: 31 } }, 31],
  [{ data: { data: [1], pagination: { total: '31' } } }, 31],
  [{ total: 1, data: { data: [1], total: 31 } }, 31],
  [{ data: [1] }, null],
  [{ data: [1], total: 'many' }, null],
  [{ data: [1], total: null }, null],
  [[1], null],
])('the number of items on all pages of %j is %s', (body, total) => {
  expect(findTotal(body)).toBe(total)
})

test('an object is found by its required keys, wherever it is in the body', () => {
  expect(findObject({ access_token: 't', data: { user: {} } }, 'access_token')).toMatchObject({
    access_token: 't',
  })
  expect(findObject({ data: { data: { id: 5 } } }, 'id')).toEqual({ id: 5 })
  expect(findObject({ data: null }, 'id')).toBeNull()
})

test('a message is the server’s, or its errors joined', () => {
  expect(findMessage({ message: 'No.' })).toBe('No.')
  expect(findMessage({ errors: { a: ['one.'], b: 'two.' } })).toBe('one. two.')
  expect(findMessage('<html>')).toBeNull()
})

test('options come as a list, a JSON text or plain strings', () => {
  const expected = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'b' },
  ]
  expect(parseOptions([{ value: 'a', label: 'A' }, 'b'])).toEqual(expected)
  expect(parseOptions('[{"value":"a","label":"A"},"b","b"]')).toEqual(expected)
  expect(parseOptions('not json')).toEqual([])
})

test('sections with fields or questions, and a flat list, make one form', () => {
  const form = parseForm({
    id: 9,
    name: 'Named',
    sections: [
      { id: 2, name: 'Second', order: 2, questions: [{ id: 'c', type: 'weird' }] },
      { id: 1, name: 'First', order: 1, fields: [{ id: 'a', name: 'A', required: 1 }, null] },
    ],
    questions: [
      { id: 'd', type: 'IMAGE' },
      { id: 'a', name: 'again' },
    ],
  })
  expect(form?.id).toBe('9')
  expect(form?.title).toBe('Named')
  expect(form?.sections.map(({ fields }) => fields.map(({ id }) => id))).toEqual([
    ['a'],
    ['c'],
    ['d'],
  ])
  expect(form?.sections[0]?.fields[0]?.is_required).toBe(true)
  expect(form?.sections[1]?.fields[0]?.type).toBe('TEXT')
  expect(form?.sections[2]?.fields[0]?.multiple).toBe(true)
})

test('words of a megabyte are cut, and the values of options are not', () => {
  const long = 'x'.repeat(1_000_000)
  const form = parseForm({
    id: 1,
    title: long,
    questions: [{ id: 'a', label: long, help_text: long, options: [long] }],
  })
  const field = form?.sections[0]?.fields[0]
  for (const words of [form?.title, field?.label, field?.help_text, field?.options[0]?.label]) {
    expect(words).toHaveLength(4001)
  }
  expect(field?.options[0]?.value).toBe(long)
})

test('a form without a title is called Untitled Form, one without an id is ignored', () => {
  expect(parseFormHead({ id: 1 })?.title).toBe('Untitled Form')
  expect(parseFormHead({ title: 'x' })).toBeNull()
})

test('any value parses to a form or to nothing, and never throws', () => {
  assert(
    property(anything({ withBigInt: true, withNullPrototype: true }), value => {
      parseForm(value)
      parseForm({ id: 1, sections: [value], questions: value })
      v.safeParse(User, value)
      v.safeParse(SubmissionRow, { id: 1, form_id: 2, answers: [value], latitude: value })
      findList(value)
      findTotal(value)
      findMessage(value)
    }),
    { numRuns: 2000 },
  )
})

test('any field id makes a safe answer key, and can be read back', () => {
  assert(
    property(string({ unit: 'grapheme', minLength: 1 }), nat(20), (fieldId, occurrence) => {
      const key = answerKey(fieldId, occurrence)
      expect(key).not.toMatch(/[.$|]/)
      expect(key).not.toBe('__proto__')
      expect(fieldOfAnswerKey(key)).toEqual({ fieldId, occurrence })
    }),
  )
})

test('files that a server lists twice are no second occurrence, unlike other answers without a number', () => {
  const [a, b] = ['https://x/storage/a.jpg', 'https://x/storage/b.jpg']
  const answersOf = (...answers: readonly object[]) =>
    rowAnswers(v.parse(SubmissionRow, { id: 1, form_id: 2, answers }), unknownKinds)
  const sent = { form_field_id: 'photo', value: JSON.stringify([a]) }
  const listed = { form_field_id: 'photo', value: null, value_json: [a, b] }
  expect(answersOf(sent, listed)).toEqual({ photo: [a, b] })
  expect(answersOf(listed, sent)).toEqual({ photo: [a, b] })
  expect(answersOf({ ...listed, occurrence: 0 }, { ...sent, occurrence: 1 })).toEqual({
    photo: [a, b],
    'photo#1': [a],
  })
  const name = { form_field_id: 'name', value: 'Asha' }
  expect(answersOf(name, name)).toEqual({ name: 'Asha', 'name#1': 'Asha' })
})

test('answers of a row are texts and lists, whatever the server wrote', () => {
  const row = v.parse(SubmissionRow, {
    id: 1,
    form_id: 2,
    answers: [
      { form_field_id: 1, value: 'text' },
      { form_field_id: 2, value: '["a","b"]' },
      { form_field_id: 3, value: null, value_json: ['https://x/1.jpg'] },
      { form_field_id: 4, value: 42 },
      { form_field_id: 5, value: '' },
      { nonsense: true },
      null,
    ],
  })
  expect(rowAnswers(row, unknownKinds)).toEqual({
    '1': 'text',
    '2': ['a', 'b'],
    '3': ['https://x/1.jpg'],
    '4': '42',
  })
})

test('a list in a list that is nested very deeply stays a text', () => {
  const value = '['.repeat(50_000) + ']'.repeat(50_000)
  const answers = [{ form_field_id: 'needs', value, value_json: null }]
  const row = v.parse(SubmissionRow, { id: 1, form_id: 2, answers })
  expect(rowAnswers(row, () => 'list')).toEqual({ needs: value })
})
