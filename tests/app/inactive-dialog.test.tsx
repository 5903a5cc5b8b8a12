// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { InactiveDialog } from '../../src/app/signed-in/inactive-dialog.tsx'
import { AppContext, type App } from '../../src/context.tsx'

/** The dialog of an account that was deactivated while its surveyor is signed in. */

afterEach(cleanup)

it('says that unsent work stays, and ends the session', async () => {
  const signedIn = (is_active: boolean) => ({ kind: 'signed-in', user: { is_active } })
  const session$ = new BehaviorSubject(signedIn(true))
  const end = vi.fn<() => void>()
  const session = { session$, current: () => session$.value, end }
  render(
    <AppContext value={{ session } as unknown as App}>
      <InactiveDialog />
    </AppContext>,
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => session$.next(signedIn(false)))
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('Please contact your administrator for assistance.')
  expect(dialog.textContent).toContain('Your work stays on this device.')
  await userEvent.click(screen.getByRole('button', { name: 'Okay' }))
  expect(end).toHaveBeenCalledOnce()
})
