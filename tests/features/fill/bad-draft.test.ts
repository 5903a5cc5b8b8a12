import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { fitAnswer, toAnswer } from '../../../src/form/answers/answer-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import {
  begunHere,
  fillIn,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
} from './session.ts'

describe('a stored value', () => {
  it.each<[unknown, Answer]>([
    ['a', 'a'],
    [5, '5'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ a: 1 }, ''],
    [
      ['a', 2, null, {}],
      ['a', '2'],
    ],
    [Number.NaN, 'NaN'],
  ])('%j is read as %j', (value, answer) => {
    expect(toAnswer(value)).toEqual(answer)
  })

  const options = JSON.stringify(['a', 'b'])
  const form = compile([
    question('text'),
    question('one', { type: 'SELECT', options }),
    question('several', { type: 'CHECKBOX', options }),
    question('photo', { type: 'IMAGE', multiple: true }),
  ])
  it.each<[string, Answer, Answer]>([
    ['text', ['a', 'b'], 'a, b'],
    ['one', ['a', 'b'], 'a'],
    ['one', [], ''],
    ['several', 'a', ['a']],
    ['several', ' ', []],
    ['photo', 'https://x/1', 'https://x/1'],
  ])('of %s: %j is shown, judged and sent as %j', (id, answer, fitting) => {
    expect(fitAnswer(fieldOf(form, id), answer)).toEqual(fitting)
  })
})

describe('a draft with answers of the wrong type', () => {
  setUpFilling()

  it('opens, shows what is wrong, and is submitted after the correction', async () => {
    const { db } = theDevice()
    const begun = await openNew()
    fillIn(begun)
    await begun.writer.flush()
    const { id } = await begun.writer.begin()
    const wrong: readonly Answer[] = [['a', 'b'], 'x', [], '\u0000', [`1e${400}`]]
    for (const [index, field] of begun.form.fields.entries()) {
      const value = wrong[index % wrong.length] ?? ''
      if (field.type !== 'IMAGE') await keepAnswer(db, id, field.id, value, Date.now() * 2)
    }
    const interview = await openInterviewOf({ kind: 'draft', id })
    const [number] = interview.form.fields.filter(({ type }) => type === 'NUMBER')
    if (number === undefined) throw new Error('The form has no number.')
    expect(interview.validity.problem(number.id)).not.toBeNull()
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'invalid' })
    for (const field of interview.form.fields) {
      if (field.type !== 'IMAGE') interview.edit(field, field.multiple ? [] : '')
    }
    fillIn(interview)
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
    expect(await begunHere()).toHaveLength(1)
  })
})
