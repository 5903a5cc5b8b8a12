import { expect, test } from 'vitest'
import { repeatMarkId } from '../../collections/ids.ts'
import { createOccurrences, present } from '../../src/form/answers/occurrences.ts'
import { compile, question } from './form-fixtures.ts'

/** The occurrences of a repeat in an interview. */

const template = compile([
  question('name', {
    section_id: 'members',
    logic: JSON.stringify({ section_repeat: { min: 1, max: 9, label: 'Member' } }),
  }),
]).template

const said = (occurrence: number, value: string) => ({ question_id: 'name', occurrence, value })
const mark = (occurrence: number, value: string) => ({
  question_id: repeatMarkId('members'),
  occurrence,
  value,
})
const listOf = (...heard: readonly ReturnType<typeof said>[]) => {
  const occurrences = createOccurrences(template, heard, [])
  return { occurrences, now: () => occurrences.current().get('members') }
}

test('the minimum number exists, then those that were answered or added, in order', () => {
  expect(listOf().now()).toEqual([0])
  expect(listOf(said(10, 'Asha'), said(2, 'Ravi'), mark(3, present)).now()).toEqual([0, 2, 3, 10])
})

test('an empty answer adds none, and an impossible number is ignored', () => {
  expect(listOf(said(2, '  '), said(-1, 'x'), said(0.5, 'x')).now()).toEqual([0])
  expect(listOf(said(10_000, 'x'), said(10_001, 'x')).now()).toEqual([0, 10_000])
})

test('a removed occurrence stays away, even if it has answers', () => {
  const { occurrences, now } = listOf(said(0, 'Asha'), said(1, 'Ravi'))
  expect(occurrences.hear(mark(0, ''))).toBe(true)
  expect(now()).toEqual([1])
  expect(occurrences.hear(said(0, 'late'))).toBe(false)
  expect(occurrences.hear(mark(0, present))).toBe(true)
  expect(now()).toEqual([0, 1])
})

test('a number is used once, even if its occurrence was removed', () => {
  expect(listOf().occurrences.nextOf('members')).toBe(1)
  expect(listOf(said(4, 'Asha')).occurrences.nextOf('members')).toBe(5)
  expect(listOf(mark(6, '')).occurrences.nextOf('members')).toBe(7)
})
