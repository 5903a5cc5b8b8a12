// @vitest-environment happy-dom
import { renderHook, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { useFormPlace, type GoTo } from '../../../src/features/fill/questions/use-form-place.ts'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import type { FillDevice } from './fixtures.ts'
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
