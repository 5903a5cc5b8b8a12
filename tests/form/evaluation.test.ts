import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRuleBinder } from '../../src/form/logic/bind-rule.ts'
import { byLibrary } from '../../src/form/operations/evaluation.ts'
import { evaluationFor } from './form-fixtures.ts'

/** How rules are evaluated: as the library does, only faster. */

const answers = {
  text: 'abc',
  number: 7,
  digits: '7',
  none: null,
  empty: '',
  list: ['a', 'b'],
  nothing: [],
  zero: 0,
  yes: true,
  rows: [{ name: 'a', age: 3 }, { name: 'b' }],
  option: { value: 'a', age: 4 },
}

const names = [...Object.keys(answers), 'unknown', 'option.value', 'none.deeper', 'text.length']
const constant = fc.constantFrom('a', '7', '', 0, 1, 7, -2.5, true, false, null)
const reading = fc
  .constantFrom(...names)
  .chain(name =>
    fc.constantFrom<unknown>({ var: name }, { var: [name] }, { var: [name, 'otherwise'] }),
  )

/** Operations of any number of values: those that are functions here, and some that only the library knows. */
const operations = [
  'and or if ?: == != === !== ! !! < <= > >=',
  'selected coalesce to_text to_number count length words round',
  '+ - * / % min in cat merge unheard_of toString ',
].flatMap(line => line.split(' '))

const { rule } = fc.letrec<{ rule: unknown }>(tie => {
  const items = fc.oneof(reading, fc.array(tie('rule'), { maxLength: 3 }))
  const body = fc.constantFrom<unknown>({ var: 'age' }, { var: '' }, { '>': [{ var: 'age' }, 1] })
  return {
    rule: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      constant,
      reading,
      fc.constantFrom<unknown>({ missing: ['text', 'unknown'] }, { two: 1, keys: 2 }, {}, []),
      fc.array(tie('rule'), { maxLength: 3 }),
      fc
        .tuple(fc.constantFrom(...operations), fc.array(tie('rule'), { maxLength: 4 }))
        .map(([operation, given]) => ({ [operation]: given })),
      fc
        .tuple(fc.constantFrom('!', '!!', 'to_text', 'var'), tie('rule'))
        .map(([operation, given]) => ({ [operation]: given })),
      fc
        .tuple(fc.constantFrom('map', 'filter', 'all', 'none', 'some'), items, body)
        .map(([operation, list, each]) => ({ [operation]: [list, each] })),
    ),
  }
})

const outcomeOf = (work: () => unknown): unknown => {
  try {
    return { value: work() }
  } catch (error) {
    return { thrown: String(error) }
  }
}

describe('a bound rule', () => {
  it('has the value that the library gives it, or the same error, with other rules of its form', () => {
    const given = fc.property(fc.array(rule, { minLength: 1, maxLength: 20 }), rules => {
      const bind = createRuleBinder()
      const bound = rules.map(one => bind(one, name => name).evaluate)
      for (const [place, one] of rules.entries()) {
        const expected = outcomeOf(() => byLibrary(one)(answers))
        expect(outcomeOf(() => bound[place]?.(answers))).toStrictEqual(expected)
      }
    })
    fc.assert(given, { numRuns: 3000, seed: 20 })
  })

  it('is not taken for another one with similar parts', () => {
    const bind = createRuleBinder()
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    const wrong = numbers.flatMap(a =>
      numbers.filter(b => bind({ '<': [a, b] }, name => name).evaluate({}) !== a < b),
    )
    expect(wrong).toEqual([])
  })

  it('is evaluated lazily: a branch that is not taken may be wrong', () => {
    const wrong = { unheard_of: [1] }
    expect(evaluationFor({ if: [true, 'a', wrong] })({})).toBe('a')
    expect(evaluationFor({ and: [false, wrong] })({})).toBe(false)
    expect(evaluationFor({ or: [1, wrong] })({})).toBe(1)
    expect(() => evaluationFor({ or: [0, wrong] })({})).toThrow('unheard_of')
  })
})
