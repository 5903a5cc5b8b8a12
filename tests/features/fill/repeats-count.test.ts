import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

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

it('adds an occurrence only after the question that decides about it, when the number depends on itself', () => {
  const isLast = { item: [{ var: '$each.last' }, { '-': [{ var: 'there' }, 1] }] }
  const count = {
    if: [{ '!=': [isLast, 'yes'] }, { '+': [{ var: 'there' }, 1] }, { var: 'there' }],
  }
  const there = question('there', {
    logic: JSON.stringify({ calculate: { var: '$count.flats' } }),
  })
  interview = newInterview(device, compile([there, repeated('last', 'flats', count)]))
  expect(counts()).toEqual([1])
  const answer = (place: number, value: string) =>
    interview.edit(fieldOf(interview.form, slotId('last', place)), value)
  answer(0, 'no')
  expect(counts()).toEqual([2])
  answer(1, 'no')
  expect(counts()).toEqual([3])
  answer(2, 'yes')
  expect(counts()).toEqual([3])
})

it('is 0 for rules while the repeat is not asked, and keeps its occurrences', () => {
  const own = (name: string) => ({ var: name })
  const has = { '==': [own('has'), 'yes'] }
  const calculated = (id: string, calculate: object) =>
    question(id, { logic: JSON.stringify({ calculate }) })
  const depth = question('depth', {
    section_id: 'wells',
    type: 'NUMBER',
    logic: JSON.stringify({ section_repeat: { min: 1, max: 9, label: '', visible_if: has } }),
  })
  const rows = { rows: [own('$count.wells'), 'depth', own('$each.depth')] }
  const form = compile([
    calculated('number', own('$count.wells')),
    calculated('rows', { length: [rows] }),
    question('many', {
      logic: JSON.stringify({ visible_if: { '>': [own('$count.wells'), 1] } }),
    }),
    depth,
    question('has'),
  ])
  interview = newInterview(device, form)
  const many = fieldOf(form, 'many')
  const read = () => [
    ...['number', 'rows'].map(id => interview.answers.get(fieldOf(form, id))),
    interview.logic.isVisible(many),
  ]
  expect(read()).toEqual(['0', '0', false])
  interview.edit(fieldOf(form, 'has'), 'yes')
  interview.addOccurrence('wells')
  expect(read()).toEqual(['2', '2', true])
  interview.edit(fieldOf(form, 'has'), 'no')
  expect(read()).toEqual(['0', '0', false])
  interview.edit(fieldOf(form, 'has'), 'yes')
  expect(read()).toEqual(['2', '2', true])
})

it('stays while the repeat is not asked, when the number depends on itself', () => {
  const more = { item: [{ var: '$each.more' }, { '-': [{ var: '$count.flats' }, 1] }] }
  const count = { '+': [{ var: '$count.flats' }, { if: [{ '==': [more, 'no'] }, 0, 1] }] }
  const flat = question('more', {
    section_id: 'flats',
    logic: JSON.stringify({
      section_repeat: {
        min: 0,
        max: 5,
        label: '',
        count,
        visible_if: { '!=': [{ var: 'has' }, 'no'] },
      },
    }),
  })
  interview = newInterview(device, compile([question('has'), flat]))
  interview.edit(fieldOf(interview.form, 'more'), 'yes')
  interview.edit(fieldOf(interview.form, slotId('more', 1)), 'no')
  expect(counts()).toEqual([2])
  interview.edit(fieldOf(interview.form, 'has'), 'no')
  expect(counts()).toEqual([2])
  interview.edit(fieldOf(interview.form, 'has'), 'yes')
  expect(counts()).toEqual([2])
})

it('counts by the answers of another repeat', () => {
  const rooms = repeated('beds', 'rooms')
  const sleepers = repeated('sleeper', 'sleepers', { sum: [{ var: 'beds' }] })
  interview = newInterview(device, compile([rooms, sleepers]))
  expect(counts()).toEqual([1, 0])
  interview.edit(fieldOf(interview.form, 'beds'), '2')
  expect(counts()).toEqual([1, 2])
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

it('leaves no problem of an occurrence that it removes while its answers are set', () => {
  const setBy = (to?: object) => ({ set_by: [{ fields: ['again'], ...(to && { to }) }] })
  const people = question('people', {
    type: 'NUMBER',
    logic: JSON.stringify(setBy({ cat: ['1'] })),
  })
  const who = { ...repeated('who', 'members', { var: 'people' }, setBy()), is_required: true }
  interview = newInterview(device, compile([question('again'), people, who]))
  const edit = (slot: string, value: string) => interview.edit(fieldOf(interview.form, slot), value)
  edit('people', '2')
  for (const place of [0, 1]) edit(slotId('who', place), 'Asha')
  expect(interview.validity.progress().invalid).toBe(0)
  edit('again', 'x')
  expect(counts()).toEqual([1])
  expect(interview.answers.get(fieldOf(interview.form, 'who'))).toBe('')
  expect(interview.validity.progress().invalid).toBe(1)
})

it('gives each occurrence one value of `$uuid`, however many are added or hidden', () => {
  const key = repeated('key', 'members', undefined, {
    calculate: { var: '$uuid' },
    visible_if: { '!=': [{ var: 'more' }, 'no'] },
  })
  interview = newInterview(device, compile([question('more'), key]))
  const keyOf = (place: number) =>
    interview.answers.get(fieldOf(interview.form, slotId('key', place)))
  const first = keyOf(0)
  expect(first).not.toBe('')
  interview.addOccurrence('members')
  expect(keyOf(0)).toBe(first)
  expect(keyOf(1)).not.toBe(first)
  for (const more of ['no', 'yes']) interview.edit(fieldOf(interview.form, 'more'), more)
  expect(keyOf(0)).toBe(first)
})
