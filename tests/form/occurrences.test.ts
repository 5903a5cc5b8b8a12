import { expect, test } from 'vitest'
import { answerKey, marked, repeatMarkId } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { createOccurrences } from '../../src/form/answers/occurrences.ts'
import { repeatKey } from '../../src/form/definition/form-shape.ts'
import { readSubmitted } from '../../src/form/answers/submitted.ts'
import { compile, question } from './form-fixtures.ts'

/** The occurrences of a repeat in an interview. */

const questions = [
  question('name', {
    section_id: 'members',
    logic: JSON.stringify({ section_repeat: { min: 1, max: 9, label: 'Member' } }),
  }),
]
const { template } = compile(questions)

const said = (occurrence: number, value: Answer) => ({ question_id: 'name', occurrence, value })
const mark = (occurrence: number, value: string) => ({
  question_id: repeatMarkId('members'),
  occurrence,
  value,
})
const listOf = (...heard: readonly ReturnType<typeof said>[]) => {
  const occurrences = createOccurrences(template, heard, [], { isEdit: false })
  return { occurrences, now: () => occurrences.current().get('members') }
}

test('the minimum number exists, then those that were answered or added, in order', () => {
  expect(listOf().now()).toEqual([0])
  expect(listOf(said(10, 'Asha'), said(2, 'Ravi'), mark(3, marked)).now()).toEqual([0, 2, 3, 10])
})

test('an empty answer adds none, and an impossible number is ignored', () => {
  expect(listOf(said(2, '  '), said(3, []), said(-1, 'x'), said(0.5, 'x')).now()).toEqual([0])
  expect(listOf(said(10_000, 'x'), said(10_001, 'x')).now()).toEqual([0, 10_000])
})

test('a removed occurrence stays away, even if it has answers', () => {
  const { occurrences, now } = listOf(said(0, 'Asha'), said(1, 'Ravi'))
  expect(occurrences.observe(mark(0, ''))).toBe(true)
  expect(now()).toEqual([1])
  expect(occurrences.observe(said(0, 'late'))).toBe(false)
  expect(occurrences.observe(mark(0, marked))).toBe(true)
  expect(now()).toEqual([0, 1])
})

test('a number is used once, even if its occurrence was removed', () => {
  expect(listOf().occurrences.nextOf('members')).toBe(1)
  expect(listOf(said(4, 'Asha')).occurrences.nextOf('members')).toBe(5)
  expect(listOf(mark(6, '')).occurrences.nextOf('members')).toBe(7)
})

test('what a repeat begins with may be removed, and is not added to what was sent', () => {
  const { template: begun } = compile([
    question('name', {
      section_id: 'members',
      logic: JSON.stringify({ section_repeat: { min: 0, max: 9, begins: 2, label: 'Member' } }),
    }),
  ])
  const of = (isEdit: boolean, ...heard: readonly ReturnType<typeof said>[]) =>
    createOccurrences(begun, heard, [], { isEdit })
  const now = (list: ReturnType<typeof of>) => list.current().get('members')
  const first = of(false)
  expect([now(first), first.nextOf('members')]).toEqual([[0, 1], 2])
  first.observe(mark(0, ''))
  expect(now(first)).toEqual([1])
  expect(now(of(true))).toEqual([])
  expect(now(of(true, said(1, 'Asha')))).toEqual([1])
})

test('an edit adds none to those that were sent, if they are enough', () => {
  const now = (min: number, ...sent: readonly number[]) => {
    const logic = JSON.stringify({ section_repeat: { min, max: 9, label: 'Member' } })
    const { template: asked } = compile([question('name', { section_id: 'members', logic })])
    const answers = sent.map(occurrence => said(occurrence, 'Asha'))
    return createOccurrences(asked, answers, [], { isEdit: true }).current().get('members')
  }
  // The first one was removed before the interview was sent.
  expect(now(1, 1)).toEqual([1])
  expect(now(2, 1, 4)).toEqual([1, 4])
  expect(now(3, 1)).toEqual([0, 1, 2])
  expect(now(1)).toEqual([0])
})

test('the occurrences that were sent are read in order, whatever the order of their answers', () => {
  const answers = { [answerKey('name', 10)]: 'Asha', [answerKey('name', 2)]: 'Ravi' }
  const sent = { answers, files: [], created_at: '2026-11-22T10:00:00Z' }
  const { form } = readSubmitted(questions, sent, new Map())
  expect(form.fields.map(({ occurrence }) => occurrence)).toEqual([2, 10])
})

test('an occurrence that was sent with only a photo is read too', () => {
  const photo = { ...questions[0], field_id: 'photo', type: 'IMAGE' } as (typeof questions)[number]
  const file = { id: 'f', field_id: 'photo', field_type: 'IMAGE', occurrence: 3 }
  const named = { ...file, file_name: 'a.jpg', file_type: 'image/jpeg', file_size: 1 }
  const answers = { [answerKey('name', 0)]: 'Asha' }
  const sent = { answers, files: [named], created_at: '2026-11-22T10:00:00Z' }
  const { form } = readSubmitted([...questions, photo], sent, new Map())
  expect(form.repeats[0]?.occurrences).toEqual([0, 3])
})

/** Households of up to any number, which begin with one member. */
const nestedQuestions = [
  ...['households:key', 'head'].map(id =>
    question(id, {
      section_id: 'households',
      logic: JSON.stringify({ section_repeat: { min: 0, begins: 1 } }),
    }),
  ),
  ...['members:within', 'who'].map(id =>
    question(id, {
      section_id: 'members',
      logic: JSON.stringify({ section_repeat: { begins: 1, within: 'households' } }),
    }),
  ),
]
const nested = compile(nestedQuestions).template

const given = (question_id: string, occurrence: number, value: string) => ({
  question_id,
  occurrence,
  value,
})
const membersOf = (list: ReturnType<typeof createOccurrences>) =>
  [...list.current()].filter(([key]) => key !== 'households').map(([, numbers]) => numbers)
const tiesOf = (list: ReturnType<typeof createOccurrences>) =>
  list.ties().map(({ question_id, occurrence, value }) => [question_id, occurrence, value])

test('an outer occurrence begins with inner ones, whose numbers are of the whole interview', () => {
  const list = createOccurrences(nested, [given('head', 0, 'A'), given('head', 1, 'B')], [], {
    isEdit: false,
  })
  expect(membersOf(list)).toEqual([[0], [1]])
  expect(tiesOf(list)).toEqual([
    ['households:key', 0, '1'],
    ['households:key', 1, '2'],
    ['members:within', 0, '1'],
    ['members:within', 1, '2'],
  ])
  expect(list.nextOf('members', 0)).toBe(2)
  expect(list.observe({ ...mark(2, marked), question_id: repeatMarkId('members') })).toBe(true)
  expect(membersOf(list)).toEqual([[0, 2], [1]])
})

test('a new outer occurrence never has the key of another one, not even of a removed one', () => {
  const sent = [
    given('households:key', 0, '2'),
    given('households:key', 1, '3'),
    given('members:within', 0, '2'),
    given('members:within', 1, '3'),
  ]
  const list = createOccurrences(nested, sent, [], { isEdit: true })
  expect(membersOf(list)).toEqual([[0], [1]])
  list.observe(given(repeatMarkId('households'), 1, ''))
  const number = list.nextOf('households')
  list.observe(given(repeatMarkId('households'), number, marked))
  expect([number, membersOf(list)]).toEqual([2, [[0], [2]]])
  expect(tiesOf(list)).toContainEqual(['households:key', 2, '3.2'])
})

test('two outer occurrences with one key are distinguished, and the first has the inner ones', () => {
  const sent = [
    given('households:key', 0, 'k'),
    given('households:key', 1, 'k'),
    given('members:within', 4, 'k'),
  ]
  const list = createOccurrences(nested, sent, [], { isEdit: true })
  expect(membersOf(list)).toEqual([[4], []])
  expect(tiesOf(list)).toContainEqual(['households:key', 1, '2'])
})

test('of an edit only a new outer occurrence begins with inner ones', () => {
  const list = createOccurrences(nested, [given('households:key', 0, '1')], [], { isEdit: true })
  expect(membersOf(list)).toEqual([[]])
  list.observe(given(repeatMarkId('households'), 1, marked))
  expect(membersOf(list)).toEqual([[], [0]])
})

test('of an edit the repeats that are said to begin do so, if nothing of them was sent', () => {
  const list = createOccurrences(nested, [given('households:key', 0, '1')], [], { isEdit: true })
  expect(list.begin(['households'])).toBe(false)
  expect(list.begin(['members\u0000in 0'])).toBe(true)
  expect(membersOf(list)).toEqual([[0]])
  const none = createOccurrences(nested, [], [], { isEdit: true })
  expect(none.current().get('households')).toEqual([])
  expect([none.begin(['households']), none.begin(['households'])]).toEqual([true, false])
  expect(none.current().get('households')).toEqual([0])
  expect([membersOf(none), none.nextOf('households')]).toEqual([[[0]], 1])
})

test('a repeat without a field that ties it is asked like any other', () => {
  const untied = compile([
    question('head', { section_id: 'h', logic: '{"section_repeat":{"min":1}}' }),
    question('who', { section_id: 'm', logic: '{"section_repeat":{"min":1,"within":"h"}}' }),
  ])
  expect(untied.template.sections.map(({ nesting }) => nesting)).toEqual([null, null])
  expect(untied.fields.map(({ id }) => id)).toEqual(['head', 'who'])
})

test('what a removed outer occurrence had before it had keys stays away, and is in no other one', () => {
  const kept = [
    given('head', 0, 'A'),
    given('head', 1, 'B'),
    given('who', 0, 'a'),
    given('who', 1, 'b'),
    given(repeatMarkId('households'), 1, ''),
  ]
  expect(membersOf(createOccurrences(nested, kept, [], { isEdit: false }))).toEqual([[0]])
})

test('an inner one of an outer one that was removed elsewhere is in that one, and in no other', () => {
  const sent = [
    given('households:key', 0, '1'),
    given('households:key', 2, '3'),
    given('members:within', 0, '1'),
    given('members:within', 1, '2'),
    given('members:within', 2, '3.2'),
    given('members:within', 3, '3'),
  ]
  const list = createOccurrences(nested, sent, [], { isEdit: true })
  expect(list.current().get('households')).toEqual([0, 1, 2, 3])
  expect(membersOf(list)).toEqual([[0], [1], [3], [2]])
  expect(tiesOf(list)).toContainEqual(['households:key', 1, '2'])
  expect(tiesOf(list)).toContainEqual(['households:key', 3, '3.2'])
  list.observe(given(repeatMarkId('households'), 1, ''))
  expect(membersOf(list)).toEqual([[0], [3], [2]])

  const answers = Object.fromEntries(
    sent.map(({ question_id, occurrence, value }) => [answerKey(question_id, occurrence), value]),
  )
  const read = readSubmitted(
    nestedQuestions,
    { answers, files: [], created_at: '2026-11-22T10:00:00Z' },
    new Map(),
  )
  expect(read.form.repeats.map(({ occurrences }) => occurrences)).toEqual([
    [0, 1, 2, 3],
    [0],
    [1],
    [3],
    [2],
  ])
})

test('inner ones are in sight even if no outer one was sent', () => {
  const sent = [given('who', 0, 'a'), given('who', 1, 'b')]
  expect(membersOf(createOccurrences(nested, sent, [], { isEdit: true }))).toEqual([[0, 1]])
})

test('a number beyond the highest, whose answers no start would find again, is asked nowhere', () => {
  const many = given('members:within', 9998, '1')
  const list = createOccurrences(nested, [given('households:key', 0, '1'), many], [], {
    isEdit: false,
  })
  list.setCounts(new Map([[repeatKey('members', 0), 5]]))
  expect(membersOf(list)).toEqual([[9998, 9999, 10_000]])
})
