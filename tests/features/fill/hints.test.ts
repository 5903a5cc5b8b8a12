import { expect, test } from 'vitest'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { findHints } from '../../../src/features/fill/hints/find-hints.ts'
import type { Earlier } from '../../../src/features/fill/hints/given.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

/** What deserves a second look before Submit. */

const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const form = compile([
  ...texts.map(id => question(id)),
  question('size', { type: 'NUMBER' }),
  question('marks', { type: 'CHECKBOX' }),
])

const earlier = (answers: Readonly<Record<string, Answer>>, day = 'today'): Earlier => ({
  id: day,
  created_at: day,
  submittedAt: day,
  answers,
  form_id: 'form',
  definition_hash: '',
})

const look = (
  answers: Readonly<Record<string, Answer>>,
  past: readonly Earlier[],
  held: readonly string[] = [],
) =>
  findHints(
    {
      sections: form.sections,
      given: Object.entries(answers).map(([id, answer]) => ({
        field: fieldOf(form, id),
        answer,
        isHeld: held.includes(id),
      })),
      positions: [],
      work: { spentMs: 1000, typed: 0, fieldIds: new Set() },
      here: null,
    },
    past,
    ({ created_at: day }) => day === 'today',
  ).map(hint =>
    hint.kind === 'number'
      ? `${hint.value} of ${hint.count}: ${hint.least}-${hint.most}`
      : hint.kind,
  )

const same = Object.fromEntries(texts.map(id => [id, `answer ${id}`]))
const all = { ...same, marks: ['x', 'y'] }

test('nearly the same answers as in an interview of today', () => {
  expect(look(all, [earlier(all)])).toEqual(['copy'])
  expect(look({ ...all, a: 'another' }, [earlier(all)])).toEqual(['copy'])
  expect(look({ ...all, a: 'another', marks: ['x'] }, [earlier(all)])).toEqual([])
  expect(look(all, [earlier(all, 'yesterday')])).toEqual([])
})

test('a few equal answers are chance, and held ones are meant', () => {
  const few = { a: '1', b: '2', c: '3', d: '4' }
  expect(look(few, [earlier(few)])).toEqual([])
  expect(look(all, [earlier(all)], texts.slice(0, 6))).toEqual([])
})

const sizes = (...numbers: readonly number[]) =>
  numbers.map(size => earlier({ size: String(size) }, 'yesterday'))

test.each([
  ['40', sizes(2, 3, 3, 4, 5, 5, 6, 6, 7, 9), ['40 of 10: 2-9']],
  ['12', sizes(2, 3, 3, 4, 5, 5, 6, 6, 7, 9), []],
  ['-20', sizes(2, 3, 3, 4, 5, 5, 6, 6, 7, 9), ['-20 of 10: 2-9']],
  // There was such a number before.
  ['40', sizes(2, 3, 3, 4, 5, 5, 6, 6, 7, 40), []],
  // Too few to know.
  ['40', sizes(2, 3, 3, 4, 5, 5, 6, 6, 7), []],
  // Always the same.
  ['3', sizes(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), []],
  ['6', sizes(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), ['6 of 10: 2-2']],
  ['many', sizes(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), []],
])('the number %s', (size, past, found) => {
  expect(look({ size }, past)).toEqual(found)
})
