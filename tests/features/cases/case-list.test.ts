import { expect, test } from 'vitest'
import { caseHiddenBy } from '../../../collections/schemas/cases.ts'
import { caseEntryOf, type CaseEntry } from '../../../src/known-cases/case-entry.ts'
import { caseUseOf } from '../../../src/cases/case-use.ts'
import { listWords, wordsOfName } from '../../../src/cases/property-words.ts'
import { orderedCases, type CaseOrder } from '../../../src/features/cases/list/case-order.ts'
import {
  createTexts,
  foundCases,
  type FoundCase,
} from '../../../src/features/cases/list/case-texts.ts'
import type { Point } from '../../../src/location/metres-between.ts'
import { tellingFacts } from '../../../src/features/cases/list/telling-facts.ts'
import { registration, visit } from './case-fixtures.ts'

/** The list of cases: what forms say of cases, how a case is found, and in which order cases are. */

const uses = [
  {
    form: { id: 'register', title: 'Registration', status: 'published' },
    use: caseUseOf(registration),
  },
  { form: { id: 'visit', title: 'Follow-up', status: 'published' }, use: caseUseOf(visit) },
]
const words = listWords(uses, 'households', {})

const entry = (
  id: string,
  label: string,
  values: Readonly<Record<string, string>> = {},
  own: object = {},
) =>
  caseEntryOf({
    id,
    label,
    values,
    due: values['due'] ?? '',
    version: 1,
    hidden: caseHiddenBy.nothing,
    own: own as never,
  })

const ids = (cases: readonly FoundCase[]) => cases.map(one => one.entry.id)

test('a form says which lists it keeps, where it chooses, and which question saves a property', () => {
  const [{ use: registers } = { use: null }, { use: visits } = { use: null }] = uses
  expect(registers?.kept).toEqual(['households'])
  expect([registers?.registered, visits?.registered]).toEqual([['households'], []])
  expect(registers?.choosers).toEqual([])
  expect(registers?.saved.map(({ property, question }) => [property, question.label])).toEqual([
    ['name', 'Name of the head'],
    ['village', 'Village'],
    ['children', 'Children'],
    ['due', 'Next visit'],
  ])
  expect(visits?.choosers).toEqual([{ fieldId: 'q_who', list: 'households', column: 'name' }])
})

test('a question within a repeat, or of several, chooses no case to begin with', () => {
  const change = (given: object, more: object = {}) =>
    caseUseOf(
      visit.map(one => ({
        ...one,
        ...given,
        logic: JSON.stringify({ ...(JSON.parse(one.logic ?? '{}') as object), ...more }),
      })),
    ).choosers
  expect(change({ multiple: true })).toEqual([])
  expect(change({}, { section_repeat: {} })).toEqual([])
})

test('properties have the words of their questions, in the chosen language', () => {
  expect(words.of('village').label).toBe('Village')
  expect(words.of('village').textOf('anand_1')).toBe('Anand')
  expect(words.of('children').label).toBe('Children')
  // The form that registers cases comes first, in whatever order the forms are.
  expect(listWords([...uses].reverse(), 'households', {}).properties[0]).toBe('name')
  expect(words.of('water_point').label).toBe('Water point')
  expect(wordsOfName('water_points')).toBe('Water points')
  const french = listWords(uses, 'households', { register: 'fr' })
  expect(french.of('name').label).toBe('Nom du chef')
  expect(listWords(uses, 'wells', {}).properties).toEqual([])
})

test('a case is found by the beginnings of words of its name and of all that is known', async () => {
  const texts = await createTexts(words)([
    entry('a', 'Rahul Désai', { village: 'anand_1', children: '3' }),
    entry('b', 'Meena Ben', { village: 'bhuj_2', children: '13' }),
  ])
  const found = (query: string) => ids(foundCases(texts, query))
  expect(found('')).toEqual(['b', 'a'])
  expect(found('desai rah')).toEqual(['a'])
  expect(found('anand')).toEqual(['a'])
  expect(found('BHU ben')).toEqual(['b'])
  expect(found('3')).toEqual(['a'])
  expect(found('ahul')).toEqual([])
  expect(found('Rahul Bhuj')).toEqual([])
})

test('a list is in the order of visits, of distances or of names; what has none is last', async () => {
  const here = { latitude: 22.5, longitude: 72.9 }
  const { cases } = await createTexts(words)([
    entry('none', 'Asha'),
    entry('late', 'Zoya', { due: '2026-12-01', geometry: '22.6 72.9 0 5' }),
    entry('early', 'Meena', { due: '2026-11-02T10:00', well: '22.51 72.9' }),
    entry('words', 'Bina', { due: 'soon' }),
  ])
  const ordered = (order: CaseOrder, place: Point | null) => ids(orderedCases(cases, order, place))
  expect(ordered('due', null)).toEqual(['early', 'late', 'none', 'words'])
  expect(ordered('near', here)).toEqual(['early', 'late', 'none', 'words'])
  expect(ordered('near', null)).toEqual(['none', 'words', 'early', 'late'])
  expect(ordered('name', null)).toEqual(['none', 'words', 'early', 'late'])
})

test('a long list is in the order of names, also after some of it has changed', async () => {
  const textsOf = createTexts(words)
  const named = (at: number) =>
    entry(`${at}`, `Name ${String((at * 7919) % 3001).padStart(4, '0')}`)
  const before = Array.from({ length: 2500 }, (_, at) => named(at))
  const namesIn = (cases: readonly FoundCase[]) => cases.map(one => one.entry.label)
  const labels = (cases: readonly CaseEntry[]) => cases.map(({ label }) => label).sort()
  expect(namesIn((await textsOf(before)).cases)).toEqual(labels(before))
  const changed = [
    entry('first', 'Aaa'),
    ...before.slice(10),
    entry('last', 'Zzz'),
    ...Array.from({ length: 30 }, (_, at) => named(2500 + at)),
  ]
  const { cases } = await textsOf(changed)
  expect(namesIn(cases)).toEqual(labels(changed))
  expect(ids(foundCases(await textsOf(changed.slice(1)), 'zzz'))).toEqual(['last'])
})

test('a row has the first two texts that help to recognize a case', () => {
  const facts = (values: Readonly<Record<string, string>>) =>
    tellingFacts(entry('a', 'Rahul', values), words)
  expect(facts({ name: 'Rahul', village: 'anand_1', children: '3', due: '2026-12-01' })).toEqual([
    'Anand',
    '3',
  ])
  expect(facts({ geometry: '22.6 72.9', remark: 'x'.repeat(60), roof: 'tin' })).toEqual(['tin'])
})

test('what this device did waits until the server has it, and a refusal comes first', () => {
  const own = (...states: readonly string[]) =>
    Object.fromEntries(states.map((state, at) => [`${at}`, { interview: 't', state, pull: 0 }]))
  expect(entry('a', 'A').standing).toBe('known')
  expect(entry('a', 'A', {}, own('confirmed')).standing).toBe('known')
  expect(entry('a', 'A', {}, own('confirmed', 'waits')).standing).toBe('waits')
  expect(entry('a', 'A', {}, own('waits', 'refused')).standing).toBe('refused')
})
