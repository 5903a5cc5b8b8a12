// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import { optionsOf, showField, useDevice } from './show-field.tsx'

/** The focus, when the pressed button leaves the page with its press. */

useDevice()

const press = async (user: ReturnType<typeof showField>['user'], name: string) => {
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
}
const focused = () => document.activeElement
const position = '12.9716000 77.5946000 0.0 4.0'

describe('after Clear', () => {
  const clears: readonly [Partial<FormQuestionDoc>, string, () => HTMLElement | undefined][] = [
    [
      { type: 'RADIO', options: optionsOf(3) },
      'v2',
      () => screen.getByRole('radio', { name: 'Option 1' }),
    ],
    [{ type: 'RANGE' }, '4', () => screen.getByRole('slider')],
    [{ type: 'RATING' }, '4', () => screen.getAllByRole('radio')[0]],
    [{ type: 'GEOPOINT' }, position, () => screen.getByRole('button', { name: 'Record position' })],
  ]
  it.each(clears)('is on the first input of %o', async (given, answer, first) => {
    const { user, answer: stored } = showField(given, answer)
    await press(user, 'Clear')
    expect(stored()).toBe('')
    expect(focused()).toBe(first())
  })

  it('is on the first option of a ranking, and after its order was kept', async () => {
    const { user, answer } = showField({ type: 'RANK', options: optionsOf(3) }, [])
    const first = () => screen.getByRole('button', { name: 'Move Option 1 up' })
    await press(user, 'Keep this order')
    expect(answer()).toEqual(['v1', 'v2', 'v3'])
    expect(focused()).toBe(first())
    await press(user, 'Clear')
    expect(focused()).toBe(first())
  })
})

it('is in the box when coordinates are typed, and on the button when the device is used instead', async () => {
  const { user } = showField({ type: 'GEOPOINT' })
  await press(user, 'Type coordinates')
  expect(focused()).toBe(screen.getByRole('textbox'))
  await press(user, 'Use the device instead')
  expect(focused()).toBe(screen.getByRole('button', { name: 'Record position' }))
})
