// @vitest-environment happy-dom
import { renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { AppContext, type App } from '../../../src/context.tsx'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { useEnter } from '../../../src/features/fill/inputs/use-enter.ts'
import { useFormPlace, type GoTo } from '../../../src/features/fill/questions/use-form-place.ts'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import { compile, question } from '../../form/form-fixtures.ts'
import { newInterview, type FillDevice } from './fixtures.ts'
import { optionsOf, showField, useDevice } from './inputs/show-field.tsx'

/** Where the focus goes when the screen goes to a question. */

useDevice()

const logic = JSON.stringify({ guidance: 'As written on the card.' })

afterEach(() => vi.restoreAllMocks())

const goToOf = ({ env }: FillDevice, interview: Interview): GoTo => {
  const parts = { interview, mounted: createKeyedStore(true) }
  const { result } = renderHook(() => useFormPlace(parts as never, { current: document.body }), {
    wrapper: ({ children }) => (
      <AppContext value={{ env } as unknown as App}>{children}</AppContext>
    ),
  })
  return result.current
}

it.each([
  ['TEXT', 'the input of a text', () => screen.getByRole('textbox')],
  ['RADIO', 'the first option', () => screen.getAllByRole('radio')[0]],
  ['SELECT', 'the button of a long list', () => screen.getByRole('button', { name: /Question q/ })],
] as const)('a %s focuses %s, and not the button of its guidance', (type, _what, wanted) => {
  const options = type === 'TEXT' ? '[]' : optionsOf(type === 'SELECT' ? 20 : 2)
  const { device, interview, field } = showField({ type, options, logic })
  expect(screen.getByRole('button', { name: 'More' })).toBeTruthy()
  goToOf(device, interview)(field, 'field')
  expect(document.activeElement).toBe(wanted())
})

it('shows the heading above the first question of a new occurrence', () => {
  const { device, interview, field } = showField({ type: 'TEXT' })
  const part = screen.getByRole('textbox').closest('body > div')
  part?.setAttribute('data-part', 's1.0')
  const shown: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this)
  })
  goToOf(device, interview)(field, 'added')
  expect(shown[0]).toBe(part)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

describe('Enter', () => {
  /** Shows a text and a choice, with a note, a hidden question and a calculation in between. */
  const showTwo = (given: Partial<FormQuestionDoc> = {}) => {
    const { user, device, interview } = showField({ type: 'TEXT', ...given })
    const form = compile([
      question('q', given),
      question('note', { type: 'NOTE' }),
      question('hidden', { logic: JSON.stringify({ visible_if: false }) }),
      question('sum', {
        logic: JSON.stringify({ calculate: { var: 'q' }, show_calculation: true }),
      }),
      question('last'),
    ])
    const all = { ...newInterview(device, form) }
    const went: (readonly [string, string])[] = []
    const goTo: GoTo = (field, to) => void went.push([field.fieldId, to])
    const ref = { current: document.body }
    const { unmount } = renderHook(() => useEnter(all, ref, goTo))
    return { user, interview, went, unmount }
  }

  it('in a line of text goes to the next question that is asked', async () => {
    const { user, went, unmount } = showTwo()
    await user.type(screen.getByRole('textbox'), 'Meena{Enter}')
    expect(went).toEqual([['last', 'next']])
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(went).toHaveLength(1)
    unmount()
  })

  it('begins a new line in a longer text', async () => {
    const { user, went, unmount } = showTwo({ type: 'TEXTAREA' })
    await user.type(screen.getByRole('textbox'), 'one{Enter}two')
    expect(went).toEqual([])
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'one\ntwo')
    unmount()
  })
})

it('the next question is scrolled to only where it is not in sight', () => {
  const { device, interview, field } = showField({ type: 'TEXT' })
  const scrolls: unknown[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(options => {
    scrolls.push(options)
  })
  goToOf(device, interview)(field, 'next')
  expect(scrolls[0]).toEqual({ block: 'nearest' })
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
