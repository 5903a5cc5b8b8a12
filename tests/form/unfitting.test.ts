import { expect, test } from 'vitest'
import { findUnfitting } from '../../src/form/answers/unfitting.ts'
import { compile, question } from './form-fixtures.ts'

/** What an unfinished interview has that its version of the form has no place for. */

const { template } = compile([
  question('told', { type: 'NOTE' }),
  question('name'),
  question('photo', { type: 'IMAGE' }),
])
const answer = (id: string, occurrence: number, value: string) => ({
  question_id: id,
  occurrence,
  value,
})
const file = (id: string, occurrence: number) => ({
  field_id: id,
  occurrence,
  file_name: `${id}-${occurrence}.jpg`,
})

test('an answer to what is only a text now, and answers and files of further occurrences', () => {
  const answers = [answer('told', 0, 'yes'), answer('name', 0, 'Asha'), answer('name', 1, 'Ravi')]
  const files = [file('photo', 0), file('photo', 1), file('gone', 1)]
  const found = findUnfitting(template, answers, files)
  expect(found.map(({ field, answer: left, fileNames }) => [field.id, left, fileNames])).toEqual([
    ['told', 'yes', []],
    ['name', 'Ravi', []],
    ['photo', '', ['photo-1.jpg']],
  ])
})

test('a text that the picker of a day, a time or a number cannot show', () => {
  const pickers = compile([
    question('day', { type: 'DATE' }),
    question('time', { type: 'TIME' }),
    question('moment', { type: 'DATETIME' }),
    question('range', { type: 'RANGE' }),
    question('stars', { type: 'RATING' }),
    question('count', { type: 'NUMBER' }),
  ]).template
  const ids = ['day', 'time', 'moment', 'range', 'stars', 'count']
  const texts = ids.map(id => answer(id, 0, 'next Monday'))
  const found = findUnfitting(pickers, texts, [])
  // A box for numbers shows any text.
  expect(found.map(({ field, answer: left }) => [field.id, left])).toEqual(
    ids.slice(0, -1).map(id => [id, 'next Monday']),
  )
  const given = ['1850-02-28', '10:30', '2026-11-22T10:30:00.000+05:30', '3', '4', '12']
  const fitting = ids.map((id, n) => answer(id, 0, given[n] ?? ''))
  expect(findUnfitting(pickers, fitting, [])).toEqual([])
})

test('a text in a question that asks for consent since', () => {
  const { template: consent } = compile([question('consent', { type: 'ACKNOWLEDGE' })])
  const leftOf = (value: string) =>
    findUnfitting(consent, [answer('consent', 0, value)], []).map(({ answer: left }) => left)
  expect(leftOf('Asha Verma')).toEqual(['Asha Verma'])
  expect(leftOf('OK')).toEqual([])
  expect(leftOf('')).toEqual([])
})
