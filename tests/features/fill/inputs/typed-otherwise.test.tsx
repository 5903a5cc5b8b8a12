// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerText } from '../../../../src/features/fill/review/answer-text.ts'
import { nameOfOccurrence } from '../../../../src/features/fill/texts/spoken.ts'
import { namingFieldsOf } from '../../../../src/interviews/interview-name.ts'
import { fieldOf, question } from '../../../form/form-fixtures.ts'
import { describedBy, showField, showFields, useDevice } from './show-field.tsx'

/** Texts, numbers and dates that say how they are typed. */

useDevice()

const asked = (...appearance: readonly string[]) => ({ logic: JSON.stringify({ appearance }) })
const box = () => screen.getByLabelText<HTMLInputElement>(/^1\. Question q/)
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })

describe('masked', () => {
  it('is read only while it is typed', async () => {
    const { user, answer } = showField({ type: 'TEXT', ...asked('masked') })
    expect(box().type).toBe('password')
    await user.type(box(), 'My pin')
    expect(box().type).toBe('text')
    expect(answer()).toBe('My pin')
    await user.click(elsewhere())
    expect(box().type).toBe('password')
    expect(box().value).toBe('My pin')
  })

  it('is as masked in the review, and names neither an interview nor an occurrence', () => {
    const masked = { type: 'TEXT', ...asked('masked') }
    const { field, answer } = showField(masked, 'My pin')
    expect(answerText(field, answer(), [])).not.toContain('pin')
    const named = namingFieldsOf([question('secret', masked), question('head')])
    expect(named.map(({ field_id }) => field_id)).toEqual(['head'])
    const member = { section_repeat: { min: 1, max: 2, label: 'Member' } }
    const { interview } = showFields({
      secret: { logic: JSON.stringify({ ...member, appearance: ['masked'] }) },
      head: { logic: JSON.stringify(member) },
    })
    interview.edit(fieldOf(interview.form, 'secret'), 'My pin')
    interview.edit(fieldOf(interview.form, 'head'), 'Asha')
    const [section] = interview.form.sections
    expect(section === undefined ? '' : nameOfOccurrence(interview, section)).toBe('Asha')
  })
})

describe('counter', () => {
  const number = { type: 'NUMBER', ...asked('counter') }
  const button = (name: string) => screen.getByRole('button', { name })

  it('counts from nothing to 1, or to 0, and never below', async () => {
    const { user, answer } = showField(number)
    await user.click(button('One more'))
    await user.click(button('One more'))
    expect(answer()).toBe('2')
    expect(screen.getByRole('status').textContent).toBe('2')
    for (let press = 0; press < 3; press += 1) await user.click(button('One less'))
    expect(answer()).toBe('0')
    expect(button('One less').getAttribute('aria-disabled')).toBe('true')
  })

  it('answers 0 by one less than nothing', async () => {
    const { user, answer } = showField(number)
    await user.click(button('One less'))
    expect(answer()).toBe('0')
  })

  it('counts on from what was typed, also by the arrow keys', async () => {
    const { user, answer } = showField(number)
    await user.type(box(), '41{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(answer()).toBe('42')
    expect(box().value).toBe('42')
  })

  it('leaves a number below 0 as it was typed', async () => {
    const { user, answer } = showField(number, '-3')
    await user.click(button('One less'))
    expect(answer()).toBe('-3')
    await user.click(button('One more'))
    expect(answer()).toBe('-2')
  })
})

describe('month-year and year', () => {
  it('takes a month by the device’s own picker, as its first day', () => {
    const { answer } = showField({ type: 'DATE', ...asked('month-year') }, '2026-03-01')
    expect(box().type).toBe('month')
    expect(box().value).toBe('2026-03')
    fireEvent.change(box(), { target: { value: '2026-04' } })
    expect(answer()).toBe('2026-04-01')
    fireEvent.change(box(), { target: { value: '' } })
    expect(answer()).toBe('')
  })

  it('takes a year by its digits, as its first day, and refuses less', async () => {
    const { user, answer } = showField({ type: 'DATE', ...asked('year') })
    await user.type(box(), '202')
    await user.click(elsewhere())
    expect(describedBy(box())).toBe('Please enter a valid date.')
    await user.type(box(), '5')
    expect(answer()).toBe('2025-01-01')
    expect(box().value).toBe('2025')
    expect(describedBy(box())).toBe('')
  })

  it('is in the review as a month or a year', () => {
    const month = showField({ type: 'DATE', ...asked('month-year') })
    expect(answerText(month.field, '2026-03-01', [])).toBe('March 2026')
    const year = showField({ type: 'DATE', ...asked('year') })
    expect(answerText(year.field, '2026-01-01', [])).toBe('2026')
  })
})
