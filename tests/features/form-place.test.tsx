// @vitest-environment happy-dom
import { renderHook, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppContext, type App } from '../../src/context.tsx'
import { useFormPlace } from '../../src/features/fill/questions/use-form-place.ts'
import { createKeyedStore } from '../../src/lib/keyed-store.ts'
import { optionsOf, showField, useDevice } from './inputs/show-field.tsx'

/** Where the focus goes when the screen goes to a question. */

useDevice()

const logic = JSON.stringify({ guidance: 'As written on the card.' })

it.each([
  ['TEXT', 'the input of a text', () => screen.getByRole('textbox')],
  ['RADIO', 'the first option', () => screen.getAllByRole('radio')[0]],
  ['SELECT', 'the button of a long list', () => screen.getByRole('button', { name: /Question q/ })],
] as const)('a %s focuses %s, and not the button of its guidance', (type, _what, wanted) => {
  const options = type === 'TEXT' ? '[]' : optionsOf(type === 'SELECT' ? 20 : 2)
  const { device, interview, field } = showField({ type, options, logic })
  expect(screen.getByRole('button', { name: 'More' })).toBeTruthy()
  const parts = { interview, mounted: createKeyedStore(true) }
  const { result } = renderHook(() => useFormPlace(parts as never, { current: document.body }), {
    wrapper: ({ children }) => (
      <AppContext value={{ env: device.env } as unknown as App}>{children}</AppContext>
    ),
  })
  result.current(field, 'field')
  expect(document.activeElement).toBe(wanted())
})
