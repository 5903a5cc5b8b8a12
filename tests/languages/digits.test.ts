import { afterEach, beforeEach, expect, test } from 'vitest'
import { answersOf } from '../../collections/queries.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { joinPhone, typedPhone } from '../../src/lib/phone/phone.ts'
import { createFillDevice, newInterview, type FillDevice } from '../features/fill/fixtures.ts'
import { compile, fieldOf, question } from '../form/form-fixtures.ts'

/** Numbers, days and phone numbers can be typed in the digits of any script, and are stored in ASCII digits. */

const form = compile([
  question('age', { type: 'NUMBER' }),
  question('born', { type: 'DATE' }),
  question('phone', { type: 'TEL' }),
  question('card', { logic: JSON.stringify({ is_numeric: true }) }),
  question('street'),
])

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const stored = async (): Promise<Record<string, unknown>> => {
  await interview.writer.flush()
  const draft = interview.writer.draft()
  const docs =
    draft === null ? [] : await answersOf(draft.id).build(device.db.form_responses).exec()
  return Object.fromEntries(docs.map(doc => [doc.question_id, doc.toJSON().value]))
}

const scripts: readonly (readonly [script: string, digits: string])[] = [
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
]

test.each(scripts)('%s digits', async (_, digits) => {
  const write = (ascii: string) => ascii.replaceAll(/\d/g, digit => digits[Number(digit)] ?? '')
  interview.edit(fieldOf(form, 'age'), write('-12.5'))
  interview.edit(fieldOf(form, 'born'), write('1987-06-30'))
  interview.edit(fieldOf(form, 'phone'), joinPhone(typedPhone(write('9825012345'), '+91', 15)))
  interview.edit(fieldOf(form, 'card'), write('0123 4567'))
  interview.edit(fieldOf(form, 'street'), write('12'))
  expect(await stored()).toEqual({
    age: '-12.5',
    born: '1987-06-30',
    phone: '+919825012345',
    card: '0123 4567',
    street: write('12'),
  })
  expect(interview.validity.invalidFields()).toEqual([])
})

test('Arabic separators between digits', async () => {
  interview.edit(fieldOf(form, 'age'), '١٬٢٣٤٫٥')
  expect(await stored()).toEqual({ age: '1234.5' })
})
