import { describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { fieldTypes } from '../../replication/wire/field-types.ts'
import { dateRange } from '../../src/form/types/dates.ts'
import { compileForm } from '../../src/form/definition/compile.ts'
import { partFields } from '../../src/form/definition/form-shape.ts'
import { startOfTests } from '../env.ts'
import { compile, fieldOf, question } from './form-fixtures.ts'

const options = JSON.stringify([{ value: 'a', label: 'A' }, 'b'])

describe('compileForm', () => {
  it('numbers the fields through all sections and keeps their order', () => {
    const form = compile([
      question('q1', { section_id: 's1', section_name: 'One' }),
      question('q2', { section_id: 's2', section_name: 'Two' }),
      question('q3', { section_id: 's2', section_name: 'Two' }),
    ])
    expect(form.sections.map(({ name, fields }) => [name, fields.map(({ id }) => id)])).toEqual([
      ['One', ['q1']],
      ['Two', ['q2', 'q3']],
    ])
    expect(form.fields.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  it('groups the fields of a section when their stored order does not', () => {
    const form = compile([
      question('q1', { section_id: 's1' }),
      question('q2', { section_id: 's2' }),
      question('q3', { section_id: 's1' }),
    ])
    expect(form.fields.map(({ id, index }) => `${index} ${id}`)).toEqual(['0 q1', '1 q3', '2 q2'])
  })

  it('reads the properties of documents, which are not their own', () => {
    const given = question('q', { type: 'NUMBER', label: 'How many?', is_required: true })
    const head = { id: 'form', title: 'Form', definition_hash: '' }
    const form = compileForm(head, [Object.create(given) as FormQuestionDoc], startOfTests)
    expect(fieldOf(form, 'q')).toEqual(fieldOf(compileForm(head, [given], startOfTests), 'q'))
  })

  it.each(fieldTypes)('keeps the type %s', type => {
    expect(fieldOf(compile([question('q', { type, options })]), 'q').type).toBe(type)
  })

  it('treats an unknown type as text', () => {
    expect(fieldOf(compile([question('q', { type: 'NOT_YET_KNOWN' })]), 'q').type).toBe('TEXT')
  })

  it('reads options as objects and as plain strings', () => {
    expect(fieldOf(compile([question('q', { type: 'RADIO', options })]), 'q').options).toEqual([
      { value: 'a', label: 'A' },
      { value: 'b', label: 'b' },
    ])
  })

  it.each(['', '{', 'null', '[{}]', '"a"'])(
    'treats a choice whose options are %j as text, so that it can be answered',
    broken => {
      for (const type of ['RADIO', 'SELECT']) {
        expect(fieldOf(compile([question('q', { type, options: broken })]), 'q').type).toBe('TEXT')
      }
    },
  )

  it('gives a box without options a plain Yes', () => {
    const field = fieldOf(compile([question('q', { type: 'CHECKBOX', options: '' })]), 'q')
    expect([field.type, field.options.map(({ value }) => value)]).toEqual(['CHECKBOX', ['Yes']])
  })

  it('takes several values only where the type can', () => {
    const several = (type: string, multiple: boolean) =>
      fieldOf(compile([question('q', { type, multiple, options })]), 'q').multiple
    expect(several('CHECKBOX', false)).toBe(true)
    expect(several('SELECT', true)).toBe(true)
    expect(several('SELECT', false)).toBe(false)
    expect(several('IMAGE', true)).toBe(true)
    expect(several('TEXT', true)).toBe(false)
    expect(several('RADIO', true)).toBe(false)
  })

  it('drops a field whose id came before', () => {
    const form = compile([question('q', { label: 'First' }), question('q', { label: 'Second' })])
    expect(form.fields.map(({ label }) => label)).toEqual(['First'])
  })

  it('splits large sections into parts of nearly equal size and none longer than the limit', () => {
    const form = compile(Array.from({ length: 2 * partFields + 1 }, (_, n) => question(`q${n}`)))
    const lengths = form.parts.map(part => part.fields.length)
    expect(lengths).toEqual([14, 14, 13])
    expect(form.parts.map(({ place }) => place)).toEqual([0, 1, 2])
    expect(form.parts.flatMap(part => part.fields)).toEqual(form.fields)
  })

  it('compiles 500 fields without quadratic work', () => {
    const questions = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        question(`q${n}`, { type: 'SELECT', section_id: `s${n % 50}`, options }),
      )
    const timeOf = (count: number): number => {
      const list = questions(count)
      const start = performance.now()
      for (let run = 0; run < 5; run += 1) compile(list)
      return performance.now() - start
    }
    timeOf(500)
    const small = timeOf(500)
    expect(timeOf(4000)).toBeLessThan(small * 8 * 5 + 50)
  })

  it('allows DATE from 150 years back to 10 years ahead', () => {
    expect(dateRange(Date.UTC(2026, 5, 15))).toEqual({ min: '1876-01-01', max: '2036-12-31' })
  })
})
