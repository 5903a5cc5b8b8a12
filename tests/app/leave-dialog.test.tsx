// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { LeaveDialog } from '../../src/app/shell/leave-dialog.tsx'
import type { History, Hold } from '../../src/lib/navigation/history.ts'
import { HistoryRouter } from '../../src/lib/navigation/history-router.tsx'
import { LeaveGuardProvider, useLeaveGuard } from '../../src/lib/navigation/leave-guard.tsx'
import { NavigationType } from '../../src/lib/navigation/navigation.ts'
import { leaving } from '../../src/messages/app/app.ts'
import { confirmWords } from '../../src/messages/app/common.ts'

/** What is asked before a screen with changes is left. */

type Screen = NonNullable<ReturnType<ReturnType<typeof useLeaveGuard>['current']>>

let hold: Hold | null = null

const history = {
  current: () => ({
    location: { pathname: '/a', search: '', hash: '', state: null, key: 'a' },
    type: NavigationType.Pop,
  }),
  subscribe: () => () => {},
  links: {},
  hold: (next: Hold) => {
    hold = next
    return () => {}
  },
} as unknown as History

function Guarded({ leave }: { leave: Screen }) {
  const guard = useLeaveGuard()
  useLayoutEffect(() => guard.set(leave), [guard, leave])
  return null
}

/** Leaves a screen; returns whether the navigation went on, as it is when asked. */
const leaveScreen = (leave: Screen): (() => boolean) => {
  let hasGone = false
  render(
    <HistoryRouter history={history}>
      <LeaveGuardProvider>
        <Guarded leave={leave} />
        <LeaveDialog />
      </LeaveGuardProvider>
    </HistoryRouter>,
  )
  const from = { pathname: '/a', search: '' }
  expect(hold?.isHeld(from, { pathname: '/b', search: '' })).toBe(true)
  act(() => hold?.onHeld(() => (hasGone = true)))
  return () => hasGone
}

afterEach(cleanup)

it('does not say that answers are stored that a full device has refused', async () => {
  const hasGone = leaveScreen({
    isDirty: () => true,
    discard: () => {},
    keep: () => Promise.reject(new Error('QuotaExceededError')),
  })
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).not.toMatch(/(are|is) saved|stored/)
  await userEvent.click(screen.getByRole('button', { name: leaving.keep }))
  expect(screen.getByRole('alert').textContent).toBe(leaving.failed)
  expect(hasGone()).toBe(false)
})

it('offers no draft on a screen that has none, and leaves on request', async () => {
  const hasGone = leaveScreen({ isDirty: () => true, discard: () => {}, keep: null })
  expect(screen.queryByRole('button', { name: leaving.keep })).toBeNull()
  expect(screen.getByRole('alertdialog').textContent).not.toContain(leaving.kept)
  await userEvent.click(screen.getByRole('button', { name: confirmWords.labels.danger }))
  expect(hasGone()).toBe(true)
})
