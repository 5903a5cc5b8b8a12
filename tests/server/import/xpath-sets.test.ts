import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Meaning, Scope } from '../../../server/import/xpath/names.ts'
import { translateCondition, translateValue } from '../../../server/import/xpath/translate.ts'
import { evaluationFor } from '../../form/form-fixtures.ts'

/** Functions over the occurrences of a repeat, and lookups of labels, compared with a second implementation. */

const labels = new Map([
  ['a', 'Apple'],
  ['b', 'Banana'],
])

const villages = [
  { name: 'a', head: 'Asha', people: '120' },
  { name: 'b', head: 'Ravi', people: '80' },
]

const scopeIn = (repeatId: string | null): Scope => ({
  repeatId,
  outerOf: () => null,
  isAnswered: false,
  isInRows: false,
  mayReadLast: false,
  list: name => (/^villages(\.csv)?$/.test(name) ? 'villages' : null),
  meaning: of => {
    const name = of.kind === 'reference' ? of.name : of.steps.join('/')
    if (name === 'members' || name === 'data/members' || name === '..') {
      return { kind: 'repeat', id: 'members', child: steps => fieldOf(steps.join('/')) }
    }
    return fieldOf(name.replace(/^.*\//, ''))
  },
})

const fieldOf = (id: string): Meaning => ({
  kind: 'field',
  id,
  holds: id === 'age' ? 'number' : id === 'kind' ? 'choice' : 'text',
  hasLabels: id === 'kind',
  repeatId: id === 'kind' ? null : 'members',
})

/** The occurrences with their answers; null where unanswered. */
interface Occurrences {
  readonly ages: readonly (number | null)[]
  readonly names: readonly (string | null)[]
  readonly position: number
  /** The own answer in an occurrence. */
  readonly age: number | null
  readonly kind: string | null
}

const occurrences: fc.Arbitrary<Occurrences> = fc.record({
  ages: fc.array(fc.option(fc.integer({ min: -40, max: 120 })), { maxLength: 6 }),
  names: fc.array(fc.option(fc.constantFrom('Ida', 'Asha', 'Ravi')), { maxLength: 6 }),
  position: fc.integer({ min: 1, max: 30 }),
  age: fc.option(fc.integer({ min: -40, max: 120 })),
  kind: fc.constantFrom('a', 'b', 'c', null),
})

const given = <Item>(items: readonly (Item | null)[]): readonly Item[] =>
  items.filter(item => item !== null)

const ours = (text: string, of: Occurrences, repeatId: string | null): unknown => {
  const translated = translateValue(text, scopeIn(repeatId))
  if (translated.kind !== 'translated') throw new Error(JSON.stringify(translated))
  return evaluationFor(translated.rule)({
    kind: of.kind,
    age: of.age,
    $all: { age: given(of.ages), name: given(of.names) },
    $each: { age: of.ages, name: of.names },
    $labels: { kind: labels },
    $list: { villages },
    $self: null,
    $count: { members: of.ages.length },
    $position: of.position,
  })
}

const functions: readonly (readonly [string, string | null, (of: Occurrences) => unknown])[] = [
  ['sum(${age})', null, ({ ages }) => given(ages).reduce((a, b) => a + b, 0)],
  [
    'sum(${age}) div count-non-empty(${age})',
    null,
    ({ ages }) => {
      const all = given(ages)
      return all.reduce((a, b) => a + b, 0) / all.length
    },
  ],
  ['count(${age})', null, ({ ages }) => ages.length],
  ['count(${members}) + 1', null, ({ ages }) => ages.length + 1],
  ['count-non-empty(${name})', null, ({ names }) => given(names).length],
  ['min(${age})', null, ({ ages }) => given(ages).toSorted((a, b) => a - b)[0] ?? null],
  ['max(${age})', null, ({ ages }) => given(ages).toSorted((a, b) => b - a)[0] ?? null],
  [
    "join(', ', ${name})",
    null,
    ({ names }) => (given(names).length === 0 ? null : given(names).join(', ')),
  ],
  // Within its own repeat a reference is a single answer, and only a path that names the repeat goes to all.
  ['sum(${age})', 'members', ({ age }) => age ?? 0],
  ['count(${age})', 'members', () => 1],
  ['count-non-empty(${age})', 'members', ({ age }) => (age === null ? 0 : 1)],
  ['max(${age})', 'members', ({ age }) => age ?? Number.NaN],
  [
    'max(../../members/age)',
    'members',
    ({ ages }) => given(ages).toSorted((a, b) => b - a)[0] ?? null,
  ],
  ['position(..)', 'members', ({ position }) => position],
  ['position(../..)', 'members', () => 1],
  ['position(..) mod 2 = 1', 'members', ({ position }) => position % 2 === 1],
  ["jr:choice-name(${kind}, '${kind}')", null, ({ kind }) => labels.get(kind ?? '') ?? ''],
  ['indexed-repeat(${age}, ${members}, 2)', null, ({ ages }) => ages[1] ?? null],
  ['${age}', null, ({ ages }) => ages[0] ?? null],
  [
    'count(/data/members[age > 30])',
    null,
    ({ ages }) => ages.filter(age => age !== null && age > 30).length,
  ],
  [
    'sum(/data/members[name = ${name}]/age)',
    null,
    ({ ages, names }) =>
      given(ages.filter((_age, n) => names[n] === names[n])).reduce((a, b) => a + b, 0),
  ],
  [
    'sum(${members}[position() <= 2]/age)',
    null,
    ({ ages }) => given(ages.slice(0, 2)).reduce((a, b) => a + b, 0),
  ],
  [
    '/data/members[2]/name',
    null,
    ({ ages, names }) => (ages.length > 1 ? (names[1] ?? null) : null),
  ],
  [
    'count(/data/members[age > 18 and contains(name, ${kind})])',
    null,
    ({ ages, names, kind }) =>
      ages.filter((age, n) => age !== null && age > 18 && (names[n] ?? '').includes(kind ?? ''))
        .length,
  ],
  [
    "instance('villages')/root/item[name = ${kind}]/head",
    null,
    ({ kind }) => villages.find(({ name }) => name === kind)?.head ?? null,
  ],
  [
    "count(instance('villages')/root/item[number(people) > 100])",
    null,
    () => villages.filter(({ people }) => Number(people) > 100).length,
  ],
  [
    "pulldata('villages', 'head', 'name', ${kind})",
    'members',
    ({ kind }) => villages.find(({ name }) => name === kind)?.head ?? null,
  ],
  ["once(concat('k', ${kind}))", null, ({ kind }) => `k${kind ?? ''}`],
]

describe("functions over a repeat have XPath's results for the given answers", () => {
  it.each(functions)('%s', (text, repeatId, meaning) => {
    const checked = fc.check(
      fc.property(occurrences, of => {
        expect(ours(text, of, repeatId)).toEqual(meaning(of))
      }),
      { numRuns: 1000, seed: 1120 },
    )
    expect(checked.counterexample).toBeNull()
  })

  const leftOut: readonly (readonly [string, string | null, string])[] = [
    ['sum(${kind})', null, 'does not repeat'],
    ['count(${kind})', null, 'does not repeat'],
    ['position(..)', null, 'outside of a repeat'],
    ['indexed-repeat(${kind}, ${members}, 1)', null, 'does not repeat'],
    ["pulldata('a', 'b', 'c', 'd')", null, 'which is not there'],
    ["instance('x')/root/item[name = 'a']/label", null, 'which is not there'],
    ["regex(${kind}, '(?<!a')", null, 'no pattern'],
    ['digest(${name})', null, 'no digest()'],
    ['count(preceding-sibling::members)', null, 'goes along "preceding-sibling::"'],
  ]
  it.each(leftOut)('%s is left out', (text, repeatId, reason) => {
    expect(translateValue(text, scopeIn(repeatId))).toEqual({
      kind: 'left-out',
      reason: expect.stringContaining(reason) as string,
    })
  })

  it('a pattern of Java that JavaScript would not accept is tidied', () => {
    const result = translateCondition(
      "regex(${kind}, '[\\p{Alpha}\\-\\_]+\\@\\d\\:')",
      scopeIn(null),
    )
    expect(result).toMatchObject({
      rule: { regex: [{ to_text: [{ var: 'kind' }] }, '[a-zA-Z\\-_]+@\\d:'] },
    })
  })
})
