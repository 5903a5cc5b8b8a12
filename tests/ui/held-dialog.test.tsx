// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from '../../src/ui/dialogs/dialog.tsx'

/** The browser closes a dialog by itself on a second Esc or Back, without asking. */

afterEach(cleanup)

test.each([true, false])('its caller decides whether it closes, dismissible: %s', dismissible => {
  let asked = 0
  const { getByRole } = render(
    <Dialog open title="Sheet" dismissible={dismissible} onClose={() => (asked += 1)} />,
  )
  const dialog = getByRole('dialog') as HTMLDialogElement
  act(() => dialog.close())
  expect(dialog.open).toBe(true)
  expect(asked).toBe(dismissible ? 1 : 0)
})
