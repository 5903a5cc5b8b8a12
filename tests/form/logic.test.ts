import { describe, expect, it, test } from 'vitest'
import type { CompiledField } from '../../src/form/definition/compiled-form.ts'
import { shapeForm, slotId } from '../../src/form/definition/form-shape.ts'
import { createDueFields } from '../../src/form/logic/due-fields.ts'
import { valueToAnswer } from '../../src/form/logic/field-state.ts'
import { areSameRows } from '../../src/form/logic/option-rows.ts'
import { answered } from './answered.ts'
import { compile, evaluationFor, fieldOf, question } from './form-fixtures.ts'

/** How the rules of a form are evaluated. */

const rules = (given: object) => ({ logic: JSON.stringify(given) })
const plus = (...names: readonly string[]) => ({ '+': names.map(name => ({ var: name })) })

describe('fields queued for evaluation', () => {
  const fieldAt = (index: number) => ({ index }) as CompiledField

  it('come in their order, each once, whatever order they were added in', () => {
    const due = createDueFields(({ index }) => index)
    for (const index of [5, 1, 9, 1, 3, 9, 0]) due.add(fieldAt(index))
    const order = Array.from({ length: 6 }, () => due.next()?.index)
    expect(order).toEqual([0, 1, 3, 5, 9, undefined])
  })

  it('come in their order when some are added meanwhile', () => {
    const due = createDueFields(({ index }) => index)
    for (const index of [4, 8]) due.add(fieldAt(index))
    expect(due.next()?.index).toBe(4)
    for (const index of [6, 2]) due.add(fieldAt(index))
    expect([due.next()?.index, due.next()?.index, due.next()?.index]).toEqual([2, 6, 8])
  })
})

/** A form in which readers come before the fields they read, so that its order is not the order of evaluation. */
const diamond = () =>
  compile([
    question('total', rules({ calculate: plus('left', 'right') })),
    question('left', rules({ calculate: plus('start') })),
    question('right', rules({ calculate: plus('start') })),
    question('start', { type: 'NUMBER' }),
  ])

test('a field is calculated after everything that it reads, and once per answer', () => {
  const form = answered(diamond(), { start: '1' })
  expect(form.valueOf('total')).toBe('2')
  form.worked.length = 0
  form.answer('start', '5')
  expect(form.worked).toEqual(['left', 'right', 'total'])
  expect(form.valueOf('total')).toBe('10')
})

test('the reported changes are the fields that read the answer, without the answered field', () => {
  const form = answered(diamond(), { start: '1' })
  expect([...form.answer('start', '2')].sort()).toEqual(['left', 'right', 'total'])
  expect(form.answer('start', '2')).toEqual([])
})

test('a hidden field counts as not answered, and is neither asked nor wrong', () => {
  const form = compile([
    question('has', {}),
    question('why', {
      ...rules({ visible_if: { '==': [{ var: 'has' }, 'yes'] } }),
      is_required: true,
    }),
    question('seen', rules({ calculate: { if: [{ var: 'why' }, 'seen', 'not seen'] } })),
  ])
  const interview = answered(form, { has: 'yes', why: 'because' })
  expect(interview.valueOf('seen')).toBe('seen')
  expect(interview.validity.progress()).toEqual({ invalid: 0, answered: 2, total: 2 })
  interview.answer('has', 'no')
  expect(interview.valueOf('seen')).toBe('not seen')
  expect(interview.validity.progress()).toEqual({ invalid: 0, answered: 1, total: 1 })
  interview.answer('has', 'yes')
  interview.answer('why', ' ')
  expect(interview.validity.progress()).toEqual({ invalid: 1, answered: 1, total: 2 })
  expect(interview.validity.isAnswered('why')).toBe(false)
})

test('an unchanged problem is the same object, so that nothing renders again', () => {
  const interview = answered(compile([question('born', { type: 'DATE' })]), { born: '1066-10-14' })
  const before = interview.validity.problem('born')
  interview.answer('born', '1067-01-01')
  expect(interview.validity.problem('born')).toBe(before)
  interview.answer('born', 'long ago')
  expect(interview.validity.problem('born')).toEqual({ kind: 'date' })
})

test('the invalid fields are in the order of the form', () => {
  const form = compile(['a', 'b', 'c'].map(id => question(id, { type: 'NUMBER' })))
  const interview = answered(form)
  for (const id of ['c', 'a', 'b']) interview.answer(id, 'x')
  expect(interview.validity.invalidFields().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a number is a number in rules, and a code that looks like one is not', () => {
  const form = compile([
    question('age', { type: 'NUMBER' }),
    question('name', {}),
    question('code', rules({ calculate: { cat: ['0', { var: 'age' }] } })),
    question('isOlder', rules({ calculate: { if: [{ '>': [{ var: 'age' }, 9] }, 'yes', 'no'] } })),
    question('kind', rules({ calculate: { length: { var: 'code' } } })),
  ])
  const interview = answered(form, { age: '10,5' })
  expect(interview.valueOf('isOlder')).toBe('yes')
  interview.answer('age', '7')
  expect([interview.valueOf('isOlder'), interview.valueOf('code')]).toEqual(['no', '07'])
  expect(interview.valueOf('kind')).toBe('2')
})

test('rules read how many files a field has, on the device or by their links', () => {
  const form = compile([
    question('photo', { type: 'IMAGE', multiple: true }),
    question('count', rules({ calculate: { coalesce: [{ var: 'photo' }, 'none'] } })),
    question('why', rules({ visible_if: { '!=': [{ to_text: [{ var: 'photo' }] }, ''] } })),
  ])
  const interview = answered(form)
  const seen = () => [interview.valueOf('count'), interview.logic.isVisible(fieldOf(form, 'why'))]
  expect(seen()).toEqual(['none', false])
  interview.attach('photo', 2)
  expect(seen()).toEqual(['2', true])
  interview.attach('photo', 0)
  expect(seen()).toEqual(['none', false])
  interview.answer('photo', ['/files/a.jpg'])
  expect(seen()).toEqual(['1', true])
})

test('fields that depend on each other are reported, and still shown', () => {
  const form = compile([
    question('a', rules({ visible_if: { var: 'b' } })),
    question('b', rules({ visible_if: { var: 'a' } })),
    question('c', rules({ visible_if: { var: 'a' } })),
  ])
  const kinds = form.logic?.problems.map(({ kind, field }) => `${kind} ${field.id}`)
  expect(kinds?.toSorted()).toEqual(['cycle a', 'cycle b'])
  const { logic } = answered(form, { a: 'given' })
  expect(['a', 'b', 'c'].map(id => logic.isVisible(fieldOf(form, id)))).toEqual([true, true, true])
})

test.each([
  [{ '<': [1, 2, 3] }, true],
  [{ '<': [1, 3, 2] }, false],
  [{ '<': [2, 2] }, false],
  [{ '<=': [2, 2] }, true],
  [{ '>': [2, 2] }, false],
  [{ '>=': [2, 2] }, true],
  [{ '>': [3, 2] }, true],
  [{ '<': [null, 2] }, false],
  [{ '>': [2, null] }, false],
  [{ selected: [['a', 'b'], 'b'] }, true],
  [{ selected: ['a', 'b'] }, false],
  [{ count_selected: [['a', '', 'b']] }, 2],
  [{ regex: ['abc', 'b'] }, false],
  [{ regex: ['abc', 'a.c'] }, true],
  [{ regex: ['abc', '('] }, false],
  [{ round: [2.345, 2] }, 2.35],
  [{ floor: [-1.5] }, -2],
  [{ coalesce: [null, '', 'x', 'y'] }, 'x'],
  [{ sum: [['1', 'x', '', 2]] }, 3],
  [{ max_of: [[3, 9, 2]] }, 9],
  [{ min_of: [[3, 9, 2]] }, 2],
  [{ max_of: [['']] }, null],
  [{ days_between: ['2026-02-28', '2026-03-01'] }, 1],
  [{ trunc: [-1.5] }, -1],
  [{ ceil: [1.2] }, 2],
  [{ power: [2, 3] }, 8],
  [{ word: ['a b c', 1] }, 'b'],
  [{ slice: ['abcd', 1, 3] }, 'bc'],
  [{ squeeze: ['  a   b '] }, 'a b'],
  [{ to_number: ['1970-01-03'] }, 2],
  [{ '-': [{ to_number: ['2026-11-22T06:00'] }, { to_number: ['2026-11-22'] }] }, 0.25],
  [
    { '-': ['2026-11-22T06:00Z', '2026-11-22T06:00+00:00'].map(each => ({ to_number: [each] })) },
    0,
  ],
  [{ '-': ['2026-11-22T06:00+0530', '2026-11-22T00:30Z'].map(each => ({ to_number: [each] })) }, 0],
  [{ to_day: [2] }, '1970-01-03'],
  [{ decimal_time: ['18:30'] }, 18.5 / 24],
  [{ decimal_time: ['2026-11-22T06:00:36'] }, 6.01 / 24],
  [{ decimal_time: ['later'] }, Number.NaN],
])('%j is %j', (rule, value) => {
  expect(evaluationFor(rule)({})).toEqual(value)
})

test.each([
  [null, ''],
  [Number.NaN, ''],
  [2.5, '2.5'],
  [false, 'false'],
  [
    [1, 'a'],
    ['1', 'a'],
  ],
])('calculated as %j it is stored as %j', (value, stored) => {
  expect(valueToAnswer(value)).toEqual(stored)
})

test('a rule outside of a repeat reads its answers as a list, without missing ones', () => {
  const inRepeat = (given: object = {}) => ({
    section_id: 'members',
    logic: JSON.stringify({ section_repeat: { min: 3, max: 9, label: 'Member' }, ...given }),
  })
  const form = compile([
    question('age', { type: 'NUMBER', ...inRepeat() }),
    question('sum', rules({ calculate: { sum: { var: 'age' } } })),
    question('ages', rules({ calculate: { length: { var: 'age' } } })),
    question('other', { section_id: 'pets', ...rules({ section_repeat: { min: 1, max: 9 } }) }),
  ])
  const interview = answered(form, { age: '3', [slotId('age', 2)]: '4' })
  expect([interview.valueOf('sum'), interview.valueOf('ages')]).toEqual(['7', '2'])
  interview.answer(slotId('age', 1), '10')
  expect([interview.valueOf('sum'), interview.valueOf('ages')]).toEqual(['17', '3'])
})

test('a repeat that its rule hides has no visible fields', () => {
  const repeat = { min: 1, max: 9, visible_if: { '==': [{ var: 'has' }, 'yes'] } }
  const form = compile([
    question('has'),
    question('name', { section_id: 'members', ...rules({ section_repeat: repeat }) }),
  ])
  const interview = answered(form, { has: 'no' })
  const isShown = () => interview.logic.isVisible(fieldOf(form, 'name'))
  expect(isShown()).toBe(false)
  interview.answer('has', 'yes')
  expect(isShown()).toBe(true)
})

test('other choices are another answer for the rules that read them', () => {
  const options = JSON.stringify(['cat', 'dog', 'cow'].map(value => ({ value, label: value })))
  const hasCow = { calculate: { selected: [{ var: 'pets' }, 'cow'] } }
  const form = compile([
    question('pets', { type: 'CHECKBOX', multiple: true, options }),
    question('hasCow', rules(hasCow)),
  ])
  const interview = answered(form, { pets: ['cat', 'dog'] })
  expect(interview.valueOf('hasCow')).toBe('false')
  interview.answer('pets', ['cow', 'dog'])
  expect(interview.valueOf('hasCow')).toBe('true')
})

const [one, other] = [{ name: 'a' }, { name: 'b' }]

test.each([
  [[one, other], [one, other], true],
  [[one], [one, other], false],
  [[one, other], [other, one], false],
  [[one, other], [one, { ...other }], false],
  [null, [], false],
  [null, null, true],
])('offered rows %j and %j are the same: %j', (before, after, isSame) => {
  expect(areSameRows(before, after)).toBe(isSame)
})

test('a section has its name in the chosen language, or the untranslated one', () => {
  const names = { section_names: { en: 'Home', hi: 'घर' } }
  const { template } = compile([question('q', { section_name: 'Home', ...rules(names) })])
  const nameIn = (language: string) => shapeForm(template, new Map(), language).sections[0]?.name
  expect([nameIn(''), nameIn('en'), nameIn('hi'), nameIn('fr')]).toEqual([
    'Home',
    'Home',
    'घर',
    'Home',
  ])
})

it('a rule that reads an unknown name reads nothing, also where JavaScript knows the name', () => {
  const reads = {
    cat: [{ var: 'toString' }, '|', { var: 'constructor' }, '|', { var: '__proto__' }],
  }
  const form = compile([question('sum', rules({ calculate: reads }))])
  expect(answered(form).valueOf('sum')).toBe('||')
})
