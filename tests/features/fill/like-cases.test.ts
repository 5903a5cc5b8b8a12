import { expect, test } from 'vitest'
import {
  knownNames,
  lettersApart,
  likeCase,
  type Compared,
} from '../../../src/features/fill/hints/like-cases.ts'

/** Which known case is most likely the one that is registered. */

const person = (
  id: string,
  label: string,
  values: Readonly<Record<string, string>> = {},
): Compared => ({ id, label, values })

const rahul = person('r', 'Rahul Desai', { name: 'Rahul Desai', village: 'Anand', age: '34' })
const meena = person('m', 'Ména Ben', { name: 'Ména Ben', village: 'Bhuj', age: '61' })
const short = person('s', 'Asha', { village: 'Anand' })

const like = async (given: Compared, known: readonly Compared[] = [rahul, meena, short]) =>
  likeCase(given, await knownNames(known))?.id ?? null

const named = (label: string, values: Readonly<Record<string, string>> = { village: 'anand' }) =>
  like(person('new', label, values))

test('a name with a few other letters is the same, whatever its case, accents and order', async () => {
  expect(await named('RAHUL DESAI')).toBe('r')
  expect(await named('Rahul  Désai')).toBe('r')
  expect(await named('Desai, Rahul')).toBe('r')
  expect(await named('Rahoul Dessai')).toBe('r')
  expect(await named('Rahlu Desai')).toBe('r')
  expect(await named('Raul Desa Ben')).toBeNull()
  expect(await named('Mena Ben', { village: 'Bhuj' })).toBe('m')
})

test('a short name with another letter is another name', async () => {
  expect(await named('Asha')).toBe('s')
  expect(await named('Asma')).toBeNull()
})

test('half of what is known of both must agree; an age is guessed', async () => {
  expect(await named('Rahul Desai', { village: 'Bhuj', age: '36' })).toBe('r')
  expect(await named('Rahul Desai', { village: 'Bhuj', age: '37' })).toBeNull()
  expect(await named('Rahul Desai', { village: 'Bhuj' })).toBeNull()
  // The name itself, the day of the visit and a position say nothing about it.
  const nothing = { name: 'Rahul Desay', due: '2026-12-01', geometry: '22.5 72.9' }
  expect(await named('Rahul Desay', nothing)).toBeNull()
  expect(await named('Rahul Desai', nothing)).toBe('r')
})

test('the closest of several is named, and never the case itself', async () => {
  const other = person('o', 'Rahul Desay', { village: 'Anand' })
  const given = person('new', 'Rahul Desay', { village: 'Anand' })
  expect(await like(given, [rahul, other])).toBe('o')
  expect(await like(given, [other, rahul])).toBe('o')
  expect(await like(person('o', 'Rahul Desay', { village: 'Anand' }), [other])).toBeNull()
  expect(await named('')).toBeNull()
})

test('letters apart are counted up to a limit', () => {
  expect(lettersApart('meena', 'mena', 2)).toBe(1)
  expect(lettersApart('meena', 'menea', 2)).toBe(1)
  expect(lettersApart('meena', 'nema', 3)).toBe(3)
  expect(lettersApart('meena', 'rahul', 2)).toBeGreaterThan(2)
  expect(lettersApart('', 'ab', 2)).toBe(2)
})
