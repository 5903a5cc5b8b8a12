import { array, assert, boolean, constantFrom, nat, property, tuple } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import type { FieldLogic } from '../../../replication/wire/logic.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { followLogic } from '../../../src/form/logic/follow-logic.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createFillDevice, newInterview } from './fixtures.ts'
import { spokenChoice } from '../../../src/features/fill/texts/spoken.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

const is = (name: string, value: string) => ({ '==': [{ var: name }, value] })
const asked = (id: string, logic: FieldLogic, given: Partial<FormQuestionDoc> = {}) =>
  question(id, { ...given, logic: JSON.stringify(logic) })

let device: Awaited<ReturnType<typeof createFillDevice>>
let opened: Interview[]

beforeEach(async () => {
  opened = []
  device = await createFillDevice()
})
afterEach(async () => {
  for (const interview of opened) await interview.close()
  await device.db.close()
})

const begin = (form: CompiledForm): Interview => {
  const interview = newInterview(device, form)
  opened.push(interview)
  return interview
}
const answer = (interview: Interview, id: string, value: string | string[]) =>
  interview.edit(fieldOf(interview.form, id), value)
const visible = ({ form, logic }: Interview) =>
  form.fields.filter(logic.isVisible).map(({ id }) => id)

describe('visible_if', () => {
  const form = () =>
    compile([
      question('has_child'),
      asked('child', { visible_if: is('has_child', 'yes') }, { is_required: true }),
      asked('school', { visible_if: is('child', 'Asha') }, { is_required: true }),
    ])

  it('shows a question and those that depend on it, and hides both without losing an answer', () => {
    const interview = begin(form())
    expect(visible(interview)).toEqual(['has_child'])
    expect(interview.validity.progress()).toEqual({ invalid: 0, answered: 0, total: 1 })
    answer(interview, 'has_child', 'yes')
    answer(interview, 'child', 'Asha')
    expect(visible(interview)).toEqual(['has_child', 'child', 'school'])
    expect(interview.validity.progress()).toEqual({ invalid: 1, answered: 2, total: 3 })
    answer(interview, 'has_child', 'no')
    expect(visible(interview)).toEqual(['has_child'])
    expect(interview.validity.progress()).toEqual({ invalid: 0, answered: 1, total: 1 })
    expect(interview.answers.get(fieldOf(interview.form, 'child'))).toBe('Asha')
    answer(interview, 'has_child', 'yes')
    expect(visible(interview)).toEqual(['has_child', 'child', 'school'])
  })

  it('also finds a field by its name, even with dots', () => {
    const interview = begin(
      compile([
        question('f1', { name: 'group.kind' }),
        asked('f2', { visible_if: is('group.kind', 'a') }),
      ]),
    )
    expect(visible(interview)).toEqual(['f1'])
    answer(interview, 'f1', 'a')
    expect(visible(interview)).toEqual(['f1', 'f2'])
  })
})

describe('required_if, valid_if, calculate and choice_filter', () => {
  it('make a question required while they hold', () => {
    const interview = begin(
      compile([question('kind'), asked('other', { required_if: is('kind', 'other') })]),
    )
    expect(interview.validity.problem('other')).toBeNull()
    answer(interview, 'kind', 'other')
    expect(interview.validity.problem('other')).toEqual({ kind: 'required' })
    answer(interview, 'kind', 'well')
    expect(interview.validity.problem('other')).toBeNull()
  })

  it('refuse an answer with their own message, and follow the answers they read', () => {
    const rule = { '<=': [{ var: 'children' }, { var: 'people' }] }
    const interview = begin(
      compile([
        asked('children', { valid_if: rule, valid_message: 'Too many' }, { type: 'NUMBER' }),
        question('people', { type: 'NUMBER' }),
      ]),
    )
    answer(interview, 'people', '5')
    answer(interview, 'children', '10')
    expect(interview.validity.problem('children')).toEqual({
      kind: 'notValid',
      message: 'Too many',
    })
    answer(interview, 'people', '10')
    expect(interview.validity.problem('children')).toBeNull()
    answer(interview, 'children', 'x')
    expect(interview.validity.problem('children')).toEqual({ kind: 'number' })
  })

  it('calculate a value from others, and from one another', () => {
    const interview = begin(
      compile([
        question('a', { type: 'NUMBER' }),
        asked('double', { calculate: { '*': [{ var: 'a' }, 2] } }),
        asked('more', { calculate: { '+': [{ var: 'double' }, 1] } }),
        asked('big', { visible_if: { '>': [{ var: 'more' }, 10] } }),
      ]),
    )
    answer(interview, 'a', '3')
    expect(interview.answers.get(fieldOf(interview.form, 'more'))).toBe('7')
    expect(visible(interview)).not.toContain('big')
    answer(interview, 'a', '5')
    expect(interview.answers.get(fieldOf(interview.form, 'more'))).toBe('11')
    expect(visible(interview)).toContain('big')
    // A calculated field is not a question.
    expect(interview.validity.progress().total).toBe(2)
  })

  it('offer the options for another answer, and refuse an answer that is no longer offered', () => {
    const options = JSON.stringify([
      { value: 'anand', label: 'Anand', more: { state: 'gj' } },
      { value: 'pune', label: 'Pune', more: { state: 'mh' } },
    ])
    const filter = { '==': [{ var: 'option.state' }, { var: 'state' }] }
    const interview = begin(
      compile([
        question('state'),
        asked('district', { choice_filter: filter }, { type: 'SELECT', options }),
      ]),
    )
    const district = fieldOf(interview.form, 'district')
    const offered = () => interview.logic.options(district).map(({ value }) => value)
    expect(offered()).toEqual([])
    answer(interview, 'state', 'gj')
    expect(offered()).toEqual(['anand'])
    answer(interview, 'district', 'anand')
    expect(interview.validity.problem('district')).toBeNull()
    answer(interview, 'state', 'mh')
    expect(offered()).toEqual(['pune'])
    expect(interview.validity.problem('district')).toEqual({ kind: 'notOffered' })
  })
})

describe('a form whose rules cannot be followed', () => {
  it('opens, and reports fields that depend on themselves and unknown names', () => {
    const form = compile([
      asked('a', { visible_if: is('b', 'x') }),
      asked('b', { visible_if: is('a', 'x') }),
      asked('c', { visible_if: is('nowhere', 'x') }),
      asked('d', { visible_if: { no_such_operation: [1] } }),
      asked('e', { valid_if: { '>': [{ var: 'e' }, 1] } }),
    ])
    expect(
      form.logic?.problems.map(problem => [
        problem.kind,
        problem.field.id,
        problem.kind === 'unknown' ? problem.name : '',
      ]),
    ).toEqual([
      ['unknown', 'c', 'nowhere'],
      ['cycle', 'a', ''],
      ['cycle', 'b', ''],
    ])
    // A circular rule does not hide a question. An unknown name counts as an unanswered question.
    expect(visible(begin(form))).toEqual(['a', 'b', 'd', 'e'])
  })

  it('has none when no field has rules', () => {
    expect(compile([question('a')]).logic).toBeNull()
  })
})

it('only the rules that read an answer are evaluated again, with the same result as all of them', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const rules = array(tuple(nat(5), constantFrom('1', '2'), boolean(), boolean()), {
    minLength: 6,
    maxLength: 6,
  })
  const edits = array(tuple(nat(5), constantFrom('', '1', '2')), { maxLength: 12 })
  assert(
    property(rules, edits, (given, typed) => {
      const form = compile(
        given.map(([read, value, hides, requires], index) =>
          asked(names[index] ?? '', {
            ...(hides ? { visible_if: is(names[read] ?? '', value) } : {}),
            ...(requires ? { required_if: is(names[read] ?? '', value) } : {}),
          }),
        ),
      )
      const answers = new Map<string, string>()
      const source = {
        answer: ({ id }: { id: string }) => answers.get(id) ?? '',
        fileCount: () => 0,
        calculated: () => undefined,
        given: { today: () => '2026-11-20' },
      }
      const followed = followLogic(form, source)
      for (const [index, value] of typed) {
        const field = form.fields[index]
        if (field === undefined) continue
        answers.set(field.id, value)
        followed.update(field)
        const afresh = followLogic(form, source)
        for (const one of form.fields) {
          expect(followed.isVisible(one)).toBe(afresh.isVisible(one))
          expect(followed.isRequired(one)).toBe(afresh.isRequired(one))
        }
      }
    }),
    { numRuns: 300, seed: 11 },
  )
})

describe('the wire', () => {
  const field = (more: object) =>
    parseForm({ id: 'f', sections: [{ id: 's', fields: [{ id: 'q', type: 'TEXT', ...more }] }] })
      ?.sections[0]?.fields[0]

  it('accepts rules as objects or as JSON text, and leaves other dialects alone', () => {
    expect(field({ visible_if: is('a', '1') })).toMatchObject({ visible_if: is('a', '1') })
    expect(field({ visible_if: JSON.stringify(is('a', '1')) })).toMatchObject({
      visible_if: is('a', '1'),
    })
    expect(field({ visible_if: 'a = 1', valid_if: '{broken', calculate: null })).toEqual(field({}))
  })

  it('keeps further properties of options only for a choice filter', () => {
    const options = [{ value: 'a', label: 'A', state: 'gj' }]
    expect(field({ options })?.options).toEqual([{ value: 'a', label: 'A' }])
    expect(field({ options, choice_filter: is('option.state', 'gj') })?.options).toEqual([
      { value: 'a', label: 'A', more: { state: 'gj' } },
    ])
  })
})

it('names the option that was offered, of two with one value', () => {
  const ward = asked(
    'ward',
    { choice_filter: { '==': [{ var: 'option.town' }, { var: 'town' }] } },
    {
      type: 'RADIO',
      options: JSON.stringify([
        { value: '1', label: 'Market', more: { town: 'anand' } },
        { value: '1', label: 'Harbour', more: { town: 'surat' } },
      ]),
    },
  )
  const interview = begin(compile([question('town'), ward]))
  answer(interview, 'town', 'surat')
  answer(interview, 'ward', '1')
  expect(spokenChoice(interview, fieldOf(interview.form, 'ward'), '1')[0]?.label).toBe('Harbour')
})
