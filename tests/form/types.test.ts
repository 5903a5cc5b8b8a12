import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { Answer } from '../../collections/schemas/submissions.ts'
import type { AppearanceWord } from '../../replication/wire/form/appearance.ts'
import {
  fieldKind,
  fieldTypes,
  takesSeveral,
  type FieldType,
} from '../../replication/wire/field-types.ts'
import { emptyAnswer, fitAnswer, sentAnswer } from '../../src/form/answers/answer-shape.ts'
import { readAnswer } from '../../src/form/answers/reading.ts'
import { estimatePx } from '../../src/form/definition/part-height.ts'
import { localMinute, zonedMoment } from '../../src/form/types/moments.ts'
import { typeOf } from '../../src/form/types/types.ts'
import { root } from '../architecture/files.ts'
import { compile, fieldOf, question } from './form-fixtures.ts'

/** What the field types define, except problems with answers (rules.test.ts). */

const options = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana' },
]

/** Metres on the equator, as ODK measures them. */
const oneDegree = 111_318.845021

test.each<[FieldType, Answer, object]>([
  ['TEXT', ' ', { kind: 'none' }],
  ['TEXT', 'Asha', { kind: 'text', text: 'Asha' }],
  ['TEXT', ['a', 'b'], { kind: 'text', text: 'a, b' }],
  ['PASSWORD', 'secret', { kind: 'secret' }],
  ['DATE', '2026-02-03', { kind: 'day', text: '2026-02-03' }],
  ['TEL', '+919825', { kind: 'incomplete', text: '+919825' }],
  ['TEL', '+919825012345', { kind: 'text', text: '+919825012345' }],
  ['RADIO', 'b', { kind: 'options', chosen: [options[1]] }],
  ['RADIO', 'gone', { kind: 'options', chosen: [{ value: 'gone', label: 'gone' }] }],
  ['CHECKBOX', ['b', '', 'a'], { kind: 'options', chosen: [options[1], options[0]] }],
  ['SELECT', [], { kind: 'none' }],
  ['FILE', '', { kind: 'files', text: '' }],
  ['IMAGE', ['x.jpg', 'y.jpg'], { kind: 'files', text: 'x.jpg, y.jpg' }],
  [
    'GEOTRACE',
    '0 0 0 4;0 1 0 9.5',
    {
      kind: 'trace',
      points: 2,
      length: expect.closeTo(oneDegree, 5) as number,
      area: null,
      metres: 9.5,
    },
  ],
  [
    'GEOTRACE',
    '2.5 5;2.5 5',
    // By rounding, the cosine of this angle is more than 1.
    { kind: 'trace', points: 2, length: 0, area: null, metres: null },
  ],
  [
    'GEOSHAPE',
    '0 0;0 1;1 0;0 0',
    {
      kind: 'trace',
      points: 3,
      length: expect.closeTo(oneDegree * (2 + Math.SQRT2), -2) as number,
      area: expect.closeTo(oneDegree ** 2 / 2, -6) as number,
      metres: null,
    },
  ],
  ['GEOSHAPE', '0 0;0 1;1 0', { kind: 'text', text: '0 0;0 1;1 0' }],
])('%s answered with %j is read as %j', (type, answer, reading) => {
  expect(readAnswer(type, answer, options)).toEqual(reading)
})

test.each<[FieldType, string, string]>([
  ['TEXT', '१२', '१२'],
  ['NUMBER', '१२٫5', '12.5'],
  ['DATE', '२०२६-११-२०', '2026-11-20'],
])('%s typed as %s is stored as %s', (type, typed, stored) => {
  expect(typeOf(type).normalize(typed, { isNumeric: false, appearance: [] })).toBe(stored)
})

test.each<[FieldType, readonly AppearanceWord[], Answer, object]>([
  ['DATE', ['month-year'], '2026-02-01', { kind: 'month', text: '2026-02-01' }],
  ['DATE', ['year'], '2026-01-01', { kind: 'year', text: '2026-01-01' }],
  ['TEXT', ['masked'], 'Asha', { kind: 'secret' }],
  ['TEXT', ['masked'], '', { kind: 'none' }],
])('%s with %j answered with %j is read as %j', (type, appearance, answer, reading) => {
  expect(readAnswer(type, answer, [], appearance)).toEqual(reading)
})

test.each<[AppearanceWord, string, string]>([
  ['month-year', '2026-11', '2026-11-01'],
  ['month-year', '٢٠٢٦-١١', '2026-11-01'],
  ['month-year', '2026-1', '2026-1'],
  ['month-year', '2026-11-20', '2026-11-20'],
  ['year', '2026', '2026-01-01'],
  ['year', '202', '202'],
])('a date of which the %s is asked, typed as %s, is stored as %s', (word, typed, stored) => {
  expect(typeOf('DATE').normalize(typed, { isNumeric: false, appearance: [word] })).toBe(stored)
})

test.each<[FieldType, string, string | number]>([
  ['NUMBER', '2,5', 2.5],
  ['NUMBER', 'many', 'many'],
  ['TEXT', '7', '7'],
])('%s with %s is %j to rules', (type, answer, value) => {
  expect(typeOf(type).toLogic(answer)).toBe(value)
})

test('what belongs to a single respondent or place is not copied to another interview', () => {
  expect(fieldTypes.filter(type => !typeOf(type).isCopied)).toEqual([
    'PASSWORD',
    'FILE',
    'IMAGE',
    'ACKNOWLEDGE',
    'GEOPOINT',
    'GEOTRACE',
    'GEOSHAPE',
    'SIGNATURE',
    'SKETCH',
    'AUDIO',
    'BARCODE',
  ])
})

const fieldWith = (type: FieldType, multiple: boolean) =>
  fieldOf(compile([question('q', { type, multiple, options: JSON.stringify(options) })]), 'q')

test.each<[FieldType, boolean, Answer, Answer, Answer]>([
  ['TEXT', true, '', ['a', 'b'], 'a, b'],
  ['RADIO', false, '', ['a', 'b'], 'a'],
  ['RADIO', false, '', [], ''],
  ['SELECT', false, '', ['b'], 'b'],
  ['SELECT', true, [], 'b', ['b']],
  ['SELECT', true, [], ' ', []],
  ['CHECKBOX', false, [], 'a', ['a']],
  ['FILE', true, '', ['x'], ['x']],
])('%s, several %s: empty is %j, and %j becomes %j', (type, multiple, empty, stored, fitting) => {
  const field = fieldWith(type, multiple)
  expect(emptyAnswer(field)).toEqual(empty)
  expect(fitAnswer(field, stored)).toEqual(fitting)
})

test('what rules read as a number is sent with a point, and no other answer is changed', () => {
  const changed = fieldTypes.filter(type => sentAnswer({ type }, ' 3,5') !== ' 3,5')
  expect(changed).toContain('NUMBER')
  expect(changed).toEqual(fieldTypes.filter(type => typeOf(type).toLogic('3,5') === 3.5))
  for (const type of changed) expect(sentAnswer({ type }, ' 3,5')).toBe('3.5')
  expect(sentAnswer({ type: 'CHECKBOX' }, ['3,5'])).toEqual(['3,5'])
})

test('the wire takes lists where a field takes several', () => {
  const lists = (multiple: boolean) => fieldTypes.filter(type => takesSeveral(type, multiple))
  expect(lists(false)).toEqual(['CHECKBOX', 'RANK'])
  expect(lists(true)).toEqual([
    'CHECKBOX',
    'SELECT',
    'FILE',
    'IMAGE',
    'RANK',
    'SIGNATURE',
    'SKETCH',
    'AUDIO',
  ])
  expect(fieldTypes.filter(type => fieldKind(type, false) === 'list')).toEqual(['CHECKBOX'])
  expect(fieldTypes.filter(type => fieldKind(type, false) === 'files')).toEqual([
    'FILE',
    'IMAGE',
    'SIGNATURE',
    'SKETCH',
    'AUDIO',
  ])
  expect([fieldKind('NUMBER', false), fieldKind('DATE', false), fieldKind('TEXT', true)]).toEqual([
    'number',
    'date',
    'list',
  ])
})

test('files are limited by their type', () => {
  const megabyte = 1024 * 1024
  expect(typeOf('FILE').files).toEqual({ maxBytes: 10 * megabyte, arePhotos: false })
  expect(typeOf('IMAGE').files).toEqual({ maxBytes: 5 * megabyte, arePhotos: true })
  expect(fieldTypes.filter(type => typeOf(type).files !== null)).toEqual([
    'FILE',
    'IMAGE',
    'SIGNATURE',
    'SKETCH',
    'AUDIO',
  ])
})

describe('the height of a part', () => {
  const heightOf = (...questions: readonly Parameters<typeof question>[1][]) => {
    const form = compile(
      questions.map((given, n) => question(`q${n}`, { section_name: '', ...given })),
    )
    const [part] = form.parts
    return part === undefined ? 0 : estimatePx(part, part.fields)
  }
  const many = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, n) => `option ${n}`))
  const line = heightOf({})

  it('is the sum of its questions and its heading', () => {
    expect(line).toBeGreaterThan(80)
    expect(heightOf({}, {})).toBe(2 * line)
    expect(heightOf({ section_name: 'Home' }) - line).toBe(48)
    expect(heightOf({ help_text: 'As on the card' })).toBeGreaterThan(line)
    expect(heightOf({ label: 'long '.repeat(30) })).toBeGreaterThan(line)
  })

  it('grows with lines that are shown one below the other', () => {
    expect(heightOf({ type: 'TEXTAREA' })).toBeGreaterThan(line)
    const radio = (count: number) => heightOf({ type: 'RADIO', options: many(count) })
    expect(radio(4) - radio(3)).toBe(60)
    const several = (count: number) =>
      heightOf({ type: 'SELECT', multiple: true, options: many(count) })
    expect(several(12) - several(11)).toBe(60)
    expect([several(13), heightOf({ type: 'SELECT', options: many(9) })]).toEqual([line, line])
  })
})

test('a day and a time read back as typed in every zone, also while the year is typed digit by digit', () => {
  const before = process.env['TZ']
  const zones = ['America/New_York', 'Africa/Monrovia', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC']
  const wrong = zones.flatMap(zone => {
    process.env['TZ'] = zone
    return ['0002', '0020', '0202', '1945', '2026']
      .map(year => `${year}-11-22T10:30`)
      .filter(typed => localMinute(zonedMoment(typed)) !== typed)
      .map(typed => `${zone} ${typed}`)
  })
  process.env['TZ'] = before
  expect(wrong).toEqual([])
})

test('every type beyond the twelve of the spec is explained to authors of forms', () => {
  const page = readFileSync(`${root}docs/form-logic.md`, 'utf8')
  const section = page.slice(page.indexOf('## Field types beyond the twelve'))
  const explained = [...section.matchAll(/^\| `([A-Z]+)`/gm)].map(([, type]) => type)
  expect(explained.toSorted()).toEqual(fieldTypes.slice(12).toSorted())
})
