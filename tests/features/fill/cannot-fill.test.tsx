// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import { CannotFill } from '../../../src/features/fill/opening/cannot-fill.tsx'

afterEach(cleanup)

const show = (message: string): string => {
  render(
    <AppContext value={{ env: {} } as App}>
      <MemoryRouter>
        <CannotFill opened={{ kind: 'unavailable', message }} retries={0} onTryAgain={() => {}} />
      </MemoryRouter>
    </AppContext>,
  )
  const [paragraph] = screen.getAllByText(/We couldn't load this survey/)
  return paragraph?.textContent ?? ''
}

it('that a survey could not be loaded is said once, and a reason that says more is added', () => {
  const quoted =
    "We couldn't load this survey. It may have been removed, or there might be a connection issue."
  expect(show('Failed to load form.')).toBe(quoted)
  cleanup()
  expect(show('Form not available offline.')).toBe(`${quoted}Form not available offline.`)
})
