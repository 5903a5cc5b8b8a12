// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { describedBy, optionsOf, showField, useDevice } from './show-field.tsx'

/** The inputs with a few options: display, choose, refuse, clear, and the screen reader's text. */

useDevice()

const options = optionsOf(3)
const name = /^1\. Question q/
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' })
const required = 'This field is required.'

describe('RADIO', () => {
  const group = () => screen.getByRole('radiogroup', { name })
  const option = (label: string) =>
    within(group()).getByRole<HTMLInputElement>('radio', { name: label })

  it('shows its options, and which one is chosen', () => {
    showField({ type: 'RADIO', options }, 'v2')
    const all = within(group()).getAllByRole<HTMLInputElement>('radio')
    expect(all.map(({ checked }) => checked)).toEqual([false, true, false])
  })

  it('takes one, can be cleared, and says when one is missing', async () => {
    const { user, answer, interview } = showField({ type: 'RADIO', options })
    await user.click(option('Option 2'))
    await user.click(option('Option 3'))
    expect(answer()).toBe('v3')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
    expect(interview.validity.progress().answered).toBe(0)
  })

  it('cannot be cleared when required, and says so when unanswered', async () => {
    const { user, interview } = showField({ type: 'RADIO', options, is_required: true })
    expect(group().getAttribute('aria-required')).toBe('true')
    interview.problems.revealAll()
    await screen.findByText(required)
    expect(describedBy(group())).toBe(required)
    await user.click(option('Option 1'))
    expect(describedBy(group())).toBe('')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('shows an answer that the form does not offer', () => {
    showField({ type: 'RADIO', options }, 'gone')
    expect(option('gone').checked).toBe(true)
  })

  it('shows its label and options each in its own direction, also with markup', () => {
    showField({ type: 'RADIO', options: '["Yes?"]', label: 'Is it **so**?' })
    const isolated = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
    expect(isolated).toEqual(['Is it so?', 'Yes?'])
  })

  it('shows an answer that the form does not offer any more by its label', () => {
    const logic = JSON.stringify({ choice_filter: { '!=': [{ var: 'option.value' }, 'v2'] } })
    showField({ type: 'RADIO', options, logic }, 'v2')
    expect(option('Option 2').checked).toBe(true)
    expect(within(group()).queryByRole('radio', { name: 'v2' })).toBeNull()
  })
})

describe('CHECKBOX', () => {
  const group = () => screen.getByRole('group', { name })
  const box = (label: string) =>
    within(group()).getByRole<HTMLInputElement>('checkbox', { name: label })

  it('shows its options, and which ones are chosen', () => {
    showField({ type: 'CHECKBOX', options }, ['v1', 'v3'])
    const all = within(group()).getAllByRole<HTMLInputElement>('checkbox')
    expect(all.map(({ checked }) => checked)).toEqual([true, false, true])
  })

  it('takes several in the order of the form, and none again', async () => {
    const { user, answer, interview } = showField({ type: 'CHECKBOX', options })
    await user.click(box('Option 3'))
    await user.click(box('Option 1'))
    expect(answer()).toEqual(['v1', 'v3'])
    await user.click(box('Option 1'))
    await user.click(box('Option 3'))
    expect(answer()).toEqual([])
    expect(interview.validity.progress().answered).toBe(0)
  })

  it('says that one is missing after it was left', async () => {
    const { user } = showField({ type: 'CHECKBOX', options, is_required: true })
    await user.click(box('Option 1'))
    await user.click(box('Option 1'))
    expect(describedBy(group())).toBe('')
    await user.click(elsewhere())
    expect(describedBy(group())).toBe(required)
  })

  it('is a plain Yes without options', async () => {
    const { user, answer } = showField({ type: 'CHECKBOX', options: '[]' })
    await user.click(box('Yes'))
    expect(answer()).toEqual(['Yes'])
  })
})

describe('SELECT', () => {
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name })

  it('shows its options and the chosen one', () => {
    showField({ type: 'SELECT', options }, 'v2')
    expect([...select().options].map(({ text }) => text)).toEqual([
      'Choose…',
      'Option 1',
      'Option 2',
      'Option 3',
    ])
    expect(select().value).toBe('v2')
  })

  it('takes one, then none, and says that it is missing after it was left', async () => {
    const { user, answer } = showField({ type: 'SELECT', options, is_required: true })
    await user.selectOptions(select(), 'Option 3')
    expect(answer()).toBe('v3')
    await user.selectOptions(select(), 'Choose…')
    expect(answer()).toBe('')
    await user.click(select())
    await user.click(elsewhere())
    expect(describedBy(select())).toBe(required)
    expect(select().getAttribute('aria-invalid')).toBe('true')
  })

  it("stays the browser's own when its pictures are of another language", () => {
    const pictured = [{ value: 'well', label: 'Well', images: { Hindi: 'well-1' } }]
    showField({ type: 'SELECT', options: JSON.stringify(pictured) })
    expect(screen.getByRole('combobox').tagName).toBe('SELECT')
  })

  it('opens as a list when its options have pictures, which a native select cannot show', async () => {
    const pictured = JSON.stringify([{ value: 'well', label: 'Well', image: 'well-1' }])
    const { user, answer } = showField({ type: 'SELECT', options: pictured })
    await user.click(screen.getByRole('button', { name }))
    await user.click(screen.getByRole('radio', { name: 'Well' }))
    expect(answer()).toBe('well')
  })

  it('shows boxes when it takes several of a few options', async () => {
    const { user, answer } = showField({ type: 'SELECT', options, multiple: true })
    await user.click(screen.getByRole('checkbox', { name: 'Option 2' }))
    expect(answer()).toEqual(['v2'])
  })
})
