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
