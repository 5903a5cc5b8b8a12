// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { optionsOf, showField, showFields, useDevice } from './show-field.tsx'

/** Choices whose options are in a line, in columns or in a table. */

useDevice()

const options = optionsOf(3)
const asked = (...appearance: readonly string[]) => JSON.stringify({ appearance })
const group = () => screen.getByRole('radiogroup', { name: /^1\. Question q/ })
const option = (name: string) => within(group()).getByRole<HTMLInputElement>('radio', { name })

describe('likert', () => {
  it('is answered by a tap and by the arrow keys, and can be cleared', async () => {
    const logic = asked('likert')
    const { user, answer } = showField({ type: 'RADIO', options, logic })
    await user.click(option('Option 2'))
    await user.keyboard('{ArrowRight}')
    expect(answer()).toBe('v3')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(answer()).toBe('')
  })

  it('has as many points as it has options', () => {
    showField({ type: 'RADIO', options, logic: asked('likert') })
    expect(group().closest('[style]')?.getAttribute('style')).toContain('--points: 3')
  })

  it('is one option below the other where there are too many for a line', () => {
    showField({ type: 'RADIO', options: optionsOf(12), logic: asked('likert') })
    expect(within(group()).getAllByRole('radio')).toHaveLength(12)
    expect(group().closest('[style]')).toBeNull()
  })
})

describe('columns', () => {
  const columns = () => group().closest('[style]')?.getAttribute('style')

  it('takes one of the options in its columns, which also have no buttons', async () => {
    const logic = asked('columns-2', 'no-buttons')
    const { user, answer } = showField({ type: 'RADIO', options, logic })
    expect(columns()).toContain('--columns: 2')
    await user.click(option('Option 3'))
    expect(answer()).toBe('v3')
    expect(option('Option 3').checked).toBe(true)
  })

  it('takes several, and has four columns at most where the form does not say how many', async () => {
    const logic = asked('columns')
    const { user, answer } = showField({ type: 'CHECKBOX', options, logic })
    await user.click(screen.getByRole('checkbox', { name: 'Option 1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Option 3' }))
    expect(answer()).toEqual(['v1', 'v3'])
    expect(document.querySelector('[style]')?.getAttribute('style')).toContain('--columns: 4')
  })
})

describe('a table', () => {
  const row = { type: 'RADIO', options, logic: asked('list-nolabel') }
  const heads = () =>
    [...document.querySelectorAll('[aria-hidden=true]')]
      .map(({ textContent }) => textContent)
      .filter(text => text.includes('Option'))

  it('has one head above its rows, whose options a screen reader still names', async () => {
    const { user, answers } = showFields({ a: row, b: row })
    expect(heads()).toEqual(['Option 1Option 2Option 3'])
    const second = screen.getByRole('radiogroup', { name: /^2\. Question b/ })
    await user.click(within(second).getByRole('radio', { name: 'Option 2' }))
    expect(answers()).toEqual({ a: '', b: 'v2' })
  })

  it('has another head where the options are others', () => {
    showFields({ a: row, b: { ...row, options: optionsOf(2) }, c: { type: 'TEXT' }, d: row })
    expect(heads()).toEqual([
      'Option 1Option 2Option 3',
      'Option 1Option 2',
      'Option 1Option 2Option 3',
    ])
  })

  it('has its head above the first row that is asked', async () => {
    const first = {
      ...row,
      logic: JSON.stringify({
        appearance: ['list-nolabel'],
        visible_if: { '==': [{ var: 'well' }, 'yes'] },
      }),
    }
    const { user } = showFields({ well: { type: 'TEXT' }, a: first, b: row })
    const headOf = (name: RegExp) =>
      screen.getByRole('radiogroup', { name }).closest('[style]')?.firstElementChild
    expect(headOf(/Question b/)?.getAttribute('aria-hidden')).toBe('true')
    await user.type(screen.getByRole('textbox', { name: /well/ }), 'yes')
    expect(headOf(/Question a/)?.getAttribute('aria-hidden')).toBe('true')
    expect(headOf(/Question b/)?.getAttribute('aria-hidden')).toBeNull()
  })
})
