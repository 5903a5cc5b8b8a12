import { expect, it } from 'vitest'
import { fieldKind } from '../../../replication/wire/field-types.ts'
import { isSameAnswer } from '../../../replication/rows/same-answers.ts'
import { entriesToAnswers } from '../../../replication/rows/row-answers.ts'

/** When the server holds what was answered here: a ranking of the same options in another order is another answer. */

const rank = fieldKind('RANK', false)

it('the order of boxes says nothing, and that of a ranking is the answer', () => {
  const boxes = fieldKind('CHECKBOX', false)
  expect(isSameAnswer(['a', 'b'], ['b', 'a'], boxes)).toBe(true)
  expect(isSameAnswer(['a', 'b'], ['b', 'a'], rank)).toBe(false)
  expect(isSameAnswer(['a', 'a'], ['a', 'b'], boxes)).toBe(false)
  expect(isSameAnswer(['a', 'b'], ['a ', 'b'], rank)).toBe(true)
})

it('a ranking comes back from the wire as the list that was sent', () => {
  const entries = [{ form_field_id: 'q', value: '["b","a"]' }]
  expect(entriesToAnswers(entries, () => rank)).toEqual({ q: ['b', 'a'] })
})
