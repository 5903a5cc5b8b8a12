import { describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import type { FieldType } from '../../replication/wire/field-types.ts'
import { problemOf, type Problem } from '../../src/form/answers/rules.ts'
import { compile, fieldOf, question } from './form-fixtures.ts'

const required = { kind: 'required' } as const
const email = { kind: 'email' } as const
const phone = { kind: 'phone' } as const
const number = { kind: 'number' } as const
const password = { kind: 'password', minLength: 6 } as const
const date = { kind: 'date' } as const
const range = { kind: 'dateRange', min: '1876-01-01', max: '2036-12-31' } as const
const geopoint = { kind: 'geopoint' } as const
const geotrace = { kind: 'geotrace' } as const
const geoshape = { kind: 'geoshape' } as const

const options = JSON.stringify(['a', 'b'])

const judge = (
  type: FieldType,
  answer: Answer,
  given: Partial<FormQuestionDoc> = {},
  fileCount = 0,
) => {
  const form = compile([question('q', { type, options, ...given })])
  return problemOf(fieldOf(form, 'q'), answer, { dates: form.dates, fileCount })
}

/** Valid answers, and invalid ones with their messages; each is also tested as required. */
const table: Readonly<
  Record<FieldType, { good: readonly Answer[]; bad: readonly (readonly [Answer, Problem])[] }>
> = {
  TEXT: { good: ['a', '0', '  b '], bad: [] },
  TEXTAREA: { good: ['a\nb'], bad: [] },
  EMAIL: {
    good: ['a@b.co', ' asha@transect.example ', 'a+b@c-d.org'],
    bad: [
      ['a', email],
      ['a@b', email],
      ['a@b.', email],
      ['@b.co', email],
      ['a b@c.de', email],
      ['a@@b.co', email],
      ['a@b..co', email],
      ['a@.b.co', email],
    ],
  },
  NUMBER: {
    good: ['0', '-1', '+2', '3.5', '3,5', '.5', '1e3', ' 7 ', '1.500', '0,125', '1500,125'],
    bad: [
      ['a', number],
      ['1a', number],
      ['1.2.3', number],
      ['--1', number],
      ['1e999', number],
      ['Infinity', number],
      ['NaN', number],
      ['0x10', number],
      // Fifteen hundred to who typed it, one and a half to who reads it.
      ['1,500', number],
      ['-25,000', number],
    ],
  },
  PASSWORD: { good: ['123456', '      7'], bad: [['12345', password]] },
  TEL: {
    good: ['+911234567', '1234567', '123456789012345', '+91 98250 12345', '(079) 2658-1234'],
    bad: [
      ['123456', phone],
      ['+911234', phone],
      ['1234567890123456', phone],
      ['12345678a', phone],
      ['call me', phone],
      ['12+345678', phone],
    ],
  },
  DATE: {
    good: ['2026-11-20', '1876-01-01', '2036-12-31', '2024-02-29'],
    bad: [
      ['1875-12-31', range],
      ['2037-01-01', range],
      ['2026-02-29', date],
      ['2026-13-01', date],
      ['20/11/2026', date],
      ['today', date],
    ],
  },
  RADIO: { good: ['a', 'gone'], bad: [] },
  CHECKBOX: { good: [['a'], ['a', 'b']], bad: [] },
  SELECT: { good: ['a'], bad: [] },
  FILE: { good: [['https://x/1.pdf']], bad: [] },
  IMAGE: { good: [['https://x/1.jpg']], bad: [] },
  SIGNATURE: { good: [['https://x/1.png']], bad: [] },
  SKETCH: { good: [['https://x/1.png']], bad: [] },
  NOTE: { good: ['a'], bad: [] },
  ACKNOWLEDGE: { good: ['OK'], bad: [] },
  GEOPOINT: {
    good: ['22.3 73.18', '-90 180 0 4.5', ' 22.3071234 73.1812345 35.0 3.9 '],
    bad: [
      ['Lakshmi Devi', geopoint],
      ['22.3', geopoint],
      ['91 0', geopoint],
      ['0 181', geopoint],
      ['22,3 73,1', geopoint],
    ],
  },
  GEOTRACE: {
    good: ['22.3 73.1;22.4 73.2', '22.3 73.1 0 4.5; 22.4 73.2 10 5;', ' 1 2 ; 3 4 '],
    bad: [
      ['22.3 73.1', geotrace],
      ['22.3 73.1;', geotrace],
      ['22.3 73.1;91 0', geotrace],
      ['22.3 73.1;;22.4 73.2', geotrace],
      ['22.3 73.1;there', geotrace],
      ['along the road', geotrace],
    ],
  },
  GEOSHAPE: {
    good: ['1 2;3 4;5 2;1 2', '1 2 0 5;3 4 0 5;5 2 0 5;1.0 2.00 0 9;'],
    bad: [
      ['1 2;3 4;5 2', geoshape],
      ['1 2;3 4;1 2', geoshape],
      ['1 2;3 4;5 2;1 2.1', geoshape],
      ['1 2;3 4;5 200;1 2', geoshape],
      ['the field', geoshape],
    ],
  },
  RANGE: { good: ['0', '7', '1.5'], bad: [['much', { kind: 'number' }]] },
  RATING: { good: ['1', '5'], bad: [['good', { kind: 'number' }]] },
  RANK: { good: [['b', 'a']], bad: [] },
  AUDIO: { good: ['https://files.example/1.webm'], bad: [] },
  BARCODE: { good: ['4006381333931', 'WHO-7'], bad: [] },
  TIME: {
    good: ['00:00', '23:59', '07:30:15'],
    bad: [
      ['24:00', { kind: 'time' }],
      ['7:30', { kind: 'time' }],
      ['noon', { kind: 'time' }],
    ],
  },
  DATETIME: {
    good: ['2026-11-22T10:30', '2026-11-22T10:30:00.000+05:30'],
    bad: [
      ['2026-11-22', { kind: 'moment' }],
      ['2026-11-22T25:00', { kind: 'moment' }],
      ['2026-02-30T10:00', date],
      ['1800-01-01T10:00', range],
    ],
  },
}

const empty: Readonly<Record<FieldType, readonly Answer[]>> = {
  TEXT: ['', '   '],
  TEXTAREA: ['', ' \n '],
  EMAIL: ['', ' '],
  NUMBER: ['', ' '],
  PASSWORD: [''],
  TEL: ['', ' ', '+91', '+', '+1', '+977 '],
  DATE: [''],
  RADIO: [''],
  CHECKBOX: [[], [''], ''],
  SELECT: ['', []],
  FILE: ['', []],
  IMAGE: ['', []],
  SIGNATURE: ['', []],
  SKETCH: ['', []],
  AUDIO: ['', []],
  BARCODE: ['', ' '],
  NOTE: [''],
  ACKNOWLEDGE: ['', 'Asha Verma'],
  GEOPOINT: ['', ' '],
  GEOTRACE: ['', ' '],
  GEOSHAPE: ['', ' '],
  TIME: [''],
  RANK: [[], ['']],
  RANGE: ['', ' '],
  RATING: ['', ' '],
  DATETIME: [''],
}

const types = Object.keys(table) as FieldType[]

describe.each(types)('%s', type => {
  const { good, bad } = table[type]

  it.each(good.map(answer => [answer]))('takes %j', answer => {
    expect(judge(type, answer)).toBeNull()
    expect(judge(type, answer, { is_required: true })).toBeNull()
  })

  it.each(bad.map(([answer, problem]) => [answer, problem] as const))(
    'says of %j: %j',
    (answer, problem) => {
      expect(judge(type, answer)).toEqual(problem)
      expect(judge(type, answer, { is_required: true })).toEqual(problem)
    },
  )

  it.each(empty[type].map(answer => [answer]))('counts %j as empty', answer => {
    expect(judge(type, answer)).toBeNull()
    expect(judge(type, answer, { is_required: true })).toEqual(required)
  })
})

describe('files', () => {
  it.each(['FILE', 'IMAGE'] as const)('count as the answer of a required %s', type => {
    expect(judge(type, '', { is_required: true }, 0)).toEqual(required)
    expect(judge(type, '', { is_required: true }, 1)).toBeNull()
  })

  it('do not answer other fields', () => {
    expect(judge('TEXT', '', { is_required: true }, 1)).toEqual(required)
  })
})
