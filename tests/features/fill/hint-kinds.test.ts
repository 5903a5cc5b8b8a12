import { expect, test } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { farHints } from '../../../src/features/fill/hints/far-hints.ts'
import { fastHint } from '../../../src/features/fill/hints/fast-hint.ts'
import type { Earlier, Given } from '../../../src/features/fill/hints/given.ts'
import { sameHints } from '../../../src/features/fill/hints/same-hints.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

/** Hints about the pace, the same answer all down a block, and a position far away. */

const earlier = (more: Partial<Earlier> = {}): Earlier => ({
  id: 'temp_1000',
  created_at: '',
  submittedAt: '',
  answers: {},
  form_id: 'form',
  definition_hash: '',
  ...more,
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const answersTo = (some: readonly string[], answer = 'x') =>
  Object.fromEntries(some.map(id => [id, answer]))

const startedAt = Date.parse('2026-11-20T08:00:00Z')
/** Eight answers, and a calculated one that does not count. */
const took = (seconds: number, more: Partial<Earlier> = {}): Earlier =>
  earlier({
    id: `temp_${startedAt}`,
    submittedAt: new Date(startedAt + seconds * 1000).toISOString(),
    answers: { ...answersTo(ids), sum: '8' },
    ...more,
  })
const usual = [60, 70, 75, 80, 80, 80, 90, 100, 100, 200].map(seconds => took(seconds))
const fast = (seconds: number, past: readonly Earlier[], typed = 8) =>
  fastHint({ spentMs: seconds * 1000, typed, fieldIds: new Set(ids) }, past)

test('an interview is fast when it takes less than a third of the usual time for each answer', () => {
  expect(fast(26, usual)).toEqual([{ kind: 'fast', seconds: 3.25, usual: 10, count: 10 }])
  expect(fast(27, usual)).toEqual([])
  // Fewer answers in the same time are slower.
  expect(fast(26, usual, 7)).toEqual([])
})

test('a few interviews, a few answers or a wrong clock do not show what is fast', () => {
  expect(fast(10, usual.slice(1))).toEqual([])
  expect(fast(1, usual, 4)).toEqual([])
  expect(fast(-10, usual)).toEqual([])
  expect(fast(Number.NaN, usual)).toEqual([])
  const unknown = [took(80, { id: 'a-row' }), took(-80), took(80, { answers: { sum: '8' } })]
  expect(fast(10, [...usual.slice(1), ...unknown])).toEqual([])
})

test('drafts that lay for hours do not make the usual time longer', () => {
  const lay = Array.from({ length: 7 }, () => took(36_000))
  expect(fast(40, [...usual, ...lay])).toEqual([])
})

const options = (...values: readonly string[]) =>
  JSON.stringify(values.map(value => ({ label: `Label ${value}`, value })))
const choice = (id: string, more: Partial<FormQuestionDoc> = {}) =>
  question(id, { type: 'RADIO', options: options('1', '2', '3'), ...more })

const same = (
  questions: readonly FormQuestionDoc[],
  answers: Readonly<Record<string, string>>,
  past: readonly Earlier[] = [],
  held = '',
) => {
  const form = compile(questions)
  const given = form.fields.flatMap((field): Given[] => {
    const answer = answers[field.fieldId]
    return answer === undefined ? [] : [{ field, answer, isHeld: field.fieldId === held }]
  })
  return sameHints(form.sections, given, past).map(
    ({ field, answer, count }) => `${field.fieldId}: ${answer} x ${count}`,
  )
}
const block = ids.map(id => choice(id))
const alike = answersTo(ids, '2')

test('the same choice all down a block', () => {
  expect(same(block, alike)).toEqual(['a: 2 x 8'])
  expect(same(block, answersTo(ids.slice(2), '2'))).toEqual(['c: 2 x 6'])
  expect(same(block, answersTo(ids.slice(3), '2'))).toEqual([])
  expect(same(block, { ...alike, h: '1' })).toEqual([])
  expect(same(block, alike, [], 'c')).toEqual([])
})

test('a block has one section, the same options, and one answer to each question', () => {
  const withFourth = (more: Partial<FormQuestionDoc>) =>
    ids.map((id, at) => choice(id, at === 3 ? more : {}))
  expect(same(withFourth({ type: 'SELECT' }), alike)).toEqual(['a: 2 x 8'])
  expect(same(withFourth({ type: 'TEXT' }), alike)).toEqual([])
  expect(same(withFourth({ multiple: true, type: 'SELECT' }), alike)).toEqual([])
  expect(same(withFourth({ options: options('3', '2', '1') }), alike)).toEqual([])
  const sections = ids.map((id, at) => choice(id, at < 4 ? {} : { section_id: 's2' }))
  expect(same(sections, alike)).toEqual([])
  const two = ids.map(id => choice(id, { options: options('1', '2') }))
  expect(same(two, alike)).toEqual([])
})

test('the same choice is no hint where most earlier interviews have it', () => {
  const past = (count: number, answer: string) =>
    Array.from({ length: count }, () => earlier({ answers: answersTo(ids, answer) }))
  expect(same(block, alike, past(10, '2'))).toEqual([])
  expect(same(block, alike, past(9, '2'))).toEqual(['a: 2 x 8'])
  expect(same(block, alike, [...past(5, '2'), ...past(5, '1')])).toEqual(['a: 2 x 8'])
  expect(same(block, alike, [...past(6, '2'), ...past(5, '1')])).toEqual([])
})

const positions = compile([question('place', { type: 'GEOPOINT' })])
const far = (answer: string, accuracy: number | null = 10) =>
  farHints([{ field: fieldOf(positions, 'place'), answer, isHeld: false }], {
    latitude: 12.9716,
    longitude: 77.5946,
    accuracy,
  }).map(({ metres }) => Math.round(metres))

test.each([
  // Mysuru is 128 km from Bengaluru.
  ['12.2958 76.6394', 10, [128_017]],
  ['12.9716 77.5946 900 5', 10, []],
  // A hundredth of a degree of latitude is 1112 m.
  ['12.9816 77.5946', 10, [1112]],
  ['12.9816 77.5946 0 60', 60, []],
  ['12.9816 77.5946', 112, []],
  ['12.9816 77.5946', null, []],
  ['-12.9716 -102.4054', 10, [20_015_087]],
  ['somewhere', 10, []],
])('the position %s with an accuracy of %s', (answer, accuracy, metres) => {
  expect(far(answer, accuracy)).toEqual(metres)
})

test('no position is far while the place is unknown', () => {
  const given = [{ field: fieldOf(positions, 'place'), answer: '1 2', isHeld: false }]
  expect(farHints(given, null)).toEqual([])
})
