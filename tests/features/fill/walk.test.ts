import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createRandom } from '../../sim/random.ts'
import { createFillDevice, newInterview } from './fixtures.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { answerTo, judgeWalked, makeWalkedForm, toQuestions } from './walked-forms.ts'

/**
 * Forms with rules, answered at random: after every answer each field is in the state that the conditions require.
 */

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview | null

beforeEach(async () => {
  interview = null
  device = await createFillDevice()
})
afterEach(async () => {
  await interview?.close()
  await device.db.close()
})

const forms = [
  { name: '470 fields, 457 of them conditional', count: 470, conditions: 457, answers: 150 },
  { name: '91 fields, 87 of them conditional', count: 91, conditions: 87, answers: 200 },
  { name: '12 fields, 9 of them conditional', count: 12, conditions: 9, answers: 120 },
]

describe.each(forms)('a form of $name', ({ count, conditions, answers }) => {
  it.each([1, 2, 3])('follows its conditions after every answer, seed %i', seed => {
    const random = createRandom(seed * 1000 + count)
    const fields = makeWalkedForm(random, count, conditions)
    const form = compile(toQuestions(fields))
    expect(form.logic?.problems).toEqual([])
    const opened = newInterview(device, form)
    interview = opened
    const given = new Map<string, Answer>()
    const stands = () =>
      form.fields.map(field => ({
        id: field.id,
        isVisible: opened.logic.isVisible(field),
        isRequired: opened.logic.isRequired(field),
        isInvalid: opened.validity.problem(field.id) !== null,
      }))
    const expected = () =>
      [...judgeWalked(fields, given)].map(([id, verdict]) => ({ id, ...verdict }))
    expect(stands()).toEqual(expected())
    let changes = 0
    for (let n = 0; n < answers; n += 1) {
      const visible = fields.filter(({ id }) => opened.logic.isVisible(fieldOf(form, id)))
      const field = random.pick(visible)
      const answer = answerTo(random, field)
      const before = JSON.stringify(stands())
      given.set(field.id, answer)
      opened.edit(fieldOf(form, field.id), answer)
      expect(stands(), `after answer ${n}, to ${field.id}`).toEqual(expected())
      if (JSON.stringify(stands()) !== before) changes += 1
    }
    // A walk without changes would prove nothing.
    expect(changes).toBeGreaterThan(answers / 5)
  })
})

describe('a choice filter of three levels and 389 options', () => {
  const states = Array.from({ length: 9 }, (_, n) => ({ value: `s${n}`, label: `State ${n}` }))
  const districts = Array.from({ length: 80 }, (_, n) => ({
    value: `d${n}`,
    label: `District ${n}`,
    state: `s${n % 9}`,
  }))
  const villages = Array.from({ length: 300 }, (_, n) => ({
    value: `v${n}`,
    label: `Village ${n}`,
    district: `d${n % 80}`,
  }))
  const of = (name: string) => ({ '==': [{ var: `option.${name}` }, { var: name }] })
  const form = () =>
    compile([
      question('state', { type: 'SELECT', options: JSON.stringify(states) }),
      ...[
        { id: 'district', options: districts, filter: of('state') },
        { id: 'village', options: villages, filter: of('district') },
      ].map(({ id, options, filter }) =>
        question(id, {
          type: 'SELECT',
          options: JSON.stringify(
            options.map(({ value, label, ...more }) => ({ value, label, more })),
          ),
          logic: JSON.stringify({ choice_filter: filter }),
        }),
      ),
    ])

  it('offers the options for the answers above, and refuses the others', () => {
    expect(states.length + districts.length + villages.length).toBe(389)
    const random = createRandom(389)
    const compiled = form()
    const opened = newInterview(device, compiled)
    interview = opened
    const given = { state: '', district: '', village: '' }
    const values = (list: readonly { readonly value: string }[]) => list.map(({ value }) => value)
    for (let n = 0; n < 200; n += 1) {
      const level = random.pick(['state', 'district', 'village'] as const)
      const offered = values(opened.logic.options(fieldOf(compiled, level)))
      const chosen = offered.length === 0 || random.below(8) === 0 ? '' : random.pick(offered)
      given[level] = chosen
      opened.edit(fieldOf(compiled, level), chosen)
      const ofState = values(districts.filter(({ state }) => state === given.state))
      const ofDistrict = values(villages.filter(({ district }) => district === given.district))
      const shown = (id: string) => values(opened.logic.options(fieldOf(compiled, id)))
      expect(shown('district')).toEqual(ofState)
      expect(shown('village')).toEqual(ofDistrict)
      const isRefused = (id: 'district' | 'village', list: readonly string[]) =>
        given[id] !== '' && !list.includes(given[id])
      expect(opened.validity.problem('district') !== null).toBe(isRefused('district', ofState))
      expect(opened.validity.problem('village') !== null).toBe(isRefused('village', ofDistrict))
    }
  })
})

describe('a repeat', () => {
  const inRepeat = (id: string, more: object = {}) =>
    question(id, {
      type: 'NUMBER',
      section_id: 'members',
      logic: JSON.stringify({ section_repeat: { label: 'Member' }, ...more }),
    })

  it('follows its occurrences while they are added and removed', () => {
    const random = createRandom(77)
    const compiled = compile([
      question('limit', { type: 'NUMBER' }),
      inRepeat('age'),
      inRepeat('work', { visible_if: { '>=': [{ var: 'age' }, { var: 'limit' }] } }),
      question('sum', { logic: JSON.stringify({ calculate: { sum: [{ var: 'work' }] } }) }),
      question('many', {
        logic: JSON.stringify({ visible_if: { '>': [{ var: '$count.members' }, 3] } }),
      }),
    ])
    const opened = newInterview(device, compiled)
    interview = opened
    const members = new Map<number, { age: number | null; work: number | null }>()
    let limit: number | null = null
    const typed = (id: string, value: number | null, occurrence = 0) => {
      const field = opened.form.fieldById.get(slotId(id, occurrence))
      if (field === undefined) throw new Error(`There is no ${id} ${occurrence}.`)
      opened.edit(field, value === null ? '' : String(value))
    }
    for (let n = 0; n < 300; n += 1) {
      const number = members.size === 0 ? null : random.pick([...members.keys()])
      const value = random.below(5) === 0 ? null : random.below(50)
      const known = number === null ? undefined : members.get(number)
      switch (random.below(6)) {
        case 0: {
          const added = opened.addOccurrence('members')
          if (added !== null) members.set(added.occurrence, { age: null, work: null })
          break
        }
        case 1:
          if (number === null || random.below(2) === 0) break
          opened.removeOccurrence('members', number)
          members.delete(number)
          break
        case 2:
          limit = value
          typed('limit', value)
          break
        default: {
          const name = random.pick(['age', 'work'] as const)
          if (number === null || known === undefined) break
          known[name] = value
          typed(name, value, number)
        }
      }
      const asks = (age: number | null) => age !== null && limit !== null && age >= limit
      const total = [...members.values()]
        .filter(({ age }) => asks(age))
        .reduce((sum, { work }) => sum + (work ?? 0), 0)
      expect(opened.answers.get(fieldOf(opened.form, 'sum')), `after ${n}`).toBe(String(total))
      expect(opened.logic.isVisible(fieldOf(opened.form, 'many'))).toBe(members.size > 3)
      for (const [occurrence, { age }] of members) {
        const work = opened.form.fieldById.get(slotId('work', occurrence))
        expect(work && opened.logic.isVisible(work)).toBe(asks(age))
      }
    }
  })
})
