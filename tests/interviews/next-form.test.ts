import { expect, test } from 'vitest'
import { nextForm } from '../../src/interviews/next-form.ts'

/** Which form is offered for the next interview. */

const forms = [
  { id: 'draft', title: 'Not yet', status: 'draft' },
  { id: 'a', title: 'A', status: 'published' },
  { id: 'b', title: 'B', status: 'published' },
]

test('the form used last comes first, whether or not its interview is finished', () => {
  expect(
    nextForm(forms, [
      { form_id: 'a', newest: 5 },
      { form_id: 'b', newest: 4 },
    ])?.id,
  ).toBe('b')
  expect(nextForm(forms, [{ form_id: 'a', newest: 5 }, undefined])?.id).toBe('a')
})

test('a form that was withdrawn or is not published is never offered', () => {
  expect(
    nextForm(forms, [
      { form_id: 'gone', newest: 1 },
      { form_id: 'b', newest: 9 },
    ])?.id,
  ).toBe('b')
  expect(nextForm(forms, [{ form_id: 'draft', newest: 1 }])?.id).toBe('a')
  expect(nextForm(forms.slice(0, 1), [])).toBeNull()
})
