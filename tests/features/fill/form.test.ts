import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { partFields } from '../../../src/form/definition/form-shape.ts'
import { createFillForm } from '../../../src/features/fill/interview/fill-form.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

const form = compile([
  question('a.b[0]'),
  question('a'),
  question('boxes', { type: 'CHECKBOX', options: '["x","y"]' }),
  question('photos', { type: 'IMAGE', multiple: true }),
  ...Array.from({ length: 500 }, (_, n) => question(`q${n}`)),
])

describe('the answers on screen', () => {
  it('start with the given values, otherwise empty in the shape of their type', () => {
    const answers = createFillForm(form.fields, new Map<string, Answer>([['a', 'given']]))
    const get = (id: string) => answers.get(fieldOf(form, id))
    expect([get('a'), get('boxes'), get('photos'), get('q499')]).toEqual(['given', [], '', ''])
  })

  it('are kept apart whatever their ids look like', () => {
    const answers = createFillForm(form.fields, new Map())
    answers.set(fieldOf(form, 'a.b[0]'), 'one')
    answers.set(fieldOf(form, 'a'), 'two')
    expect(answers.get(fieldOf(form, 'a.b[0]'))).toBe('one')
    expect(answers.get(fieldOf(form, 'a'))).toBe('two')
  })

  it('notify the watchers of the changed field, and no others', () => {
    const answers = createFillForm(form.fields, new Map())
    const received: string[] = []
    for (const field of form.fields) {
      answers.watch(field, answer => received.push(`${field.id}: ${String(answer)}`))
    }
    answers.set(fieldOf(form, 'q250'), 'x')
    answers.set(fieldOf(form, 'q250'), 'x')
    answers.set(fieldOf(form, 'boxes'), ['x', 'y'])
    expect(received).toEqual(['q250: x', 'boxes: x,y'])
  })

  it('do not notify a watcher that has stopped', () => {
    const answers = createFillForm(form.fields, new Map())
    const received: Answer[] = []
    const stop = answers.watch(fieldOf(form, 'a'), answer => received.push(answer))
    answers.set(fieldOf(form, 'a'), 'x')
    stop()
    answers.set(fieldOf(form, 'a'), 'y')
    expect(received).toEqual(['x'])
  })

  it('are kept in small forms, so that a keystroke does not involve the others', () => {
    const answers = createFillForm(form.fields, new Map())
    const holders = new Set(form.fields.map(answers.holderOf))
    const sizes = [...holders].map(holder => Object.keys(holder.state.values).length)
    expect(Math.max(...sizes)).toBe(partFields)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(form.fields.length)
  })
})
