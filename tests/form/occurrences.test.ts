import { expect, test } from 'vitest'
import { answerKey, marked, repeatMarkId } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import { createOccurrences } from '../../src/form/answers/occurrences.ts'
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
