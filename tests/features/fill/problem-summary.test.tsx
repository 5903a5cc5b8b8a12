// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import { ProblemSummary } from '../../../src/features/fill/questions/problem-summary.tsx'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from './fixtures.ts'

afterEach(cleanup)

/** How a screen reader treats a change of an element: 'alert' interrupts what is read, 'off' does not. */
const liveness = (element: Element) => {
  const region = element.closest('[aria-live], [role="alert"]')
  return region?.getAttribute('aria-live') ?? region?.getAttribute('role')
}

it('is read aloud when it appears, and not again with each letter that changes its list', async () => {
  const device = await createFillDevice()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const form = compile(names.map(name => question(name, { is_required: true })))
  const interview = newInterview(device, form)
  render(
    <FillContext value={{ interview } as never}>
      <ProblemSummary onGoTo={() => undefined} />
    </FillContext>,
  )
  expect(liveness(screen.getByText('There is a problem'))).toBe('alert')
  expect(liveness(screen.getByText(/1 more/))).toBe('off')
  expect(screen.getAllByRole('link')).toHaveLength(5)
  interview.edit(fieldOf(form, 'a'), 'Asha')
  interview.edit(fieldOf(form, 'b'), 'Asha')
  await vi.waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(4))
  expect(screen.getAllByRole('link').map(liveness)).toEqual(['off', 'off', 'off', 'off'])
  await interview.close()
  await device.db.close()
})
