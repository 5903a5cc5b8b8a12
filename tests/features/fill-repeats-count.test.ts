import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { slotId } from '../../src/form/definition/form-shape.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview, type FillDevice } from './fill-fixtures.ts'
import { compile, fieldOf, question } from '../form/form-fixtures.ts'

/** Repeating sections whose number is counted by a rule that reads other numbers, or itself. */

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const repeated = (id: string, section_id: string, count?: object, more = {}): FormQuestionDoc =>
  question(id, {
    section_id,
    logic: JSON.stringify({
      section_repeat: { min: 1, max: 3, label: '', ...(count === undefined ? {} : { count }) },
      ...more,
    }),
  })
const counts = () => interview.form.repeats.map(({ occurrences }) => occurrences.length)

it('settles although the number depends on itself', () => {
  const count = { if: [{ '==': [{ var: '$count.cards' }, 1] }, 2, 1] }
  interview = newInterview(device, compile([repeated('card', 'cards', count)]))
  expect([[1], [2]]).toContainEqual(counts())
})

it('gives a new occurrence its defaults, also when it changes the number of others', () => {
  const role = repeated('role', 'members', undefined, { default_value: { cat: ['child'] } })
  const cards = repeated('card', 'cards', { var: '$count.members' })
  interview = newInterview(device, compile([role, cards]))
  interview.addOccurrence('members')
  expect(counts()).toEqual([2, 2])
  const roles = [0, 1].map(place => fieldOf(interview.form, slotId('role', place)))
  expect(roles.map(interview.answers.get)).toEqual(['child', 'child'])
})
