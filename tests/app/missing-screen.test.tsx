// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../src/context.tsx'
import { Boundary } from '../../src/app/failures/boundary.tsx'

/** A screen whose script or styles could not be loaded, because the network went during the first visit. */

afterEach(cleanup)

const noLog = () => vi.spyOn(console, 'error').mockImplementation(() => {})

const crashOf = (error: Error) => {
  noLog()
  const online$ = new BehaviorSubject(false)
  const reload = vi.fn<() => void>()
  const env = { network: { online$, isOnline: () => online$.value }, page: { reload } }
  const Broken = () => {
    throw error
  }
  render(
    <AppContext value={{ env } as unknown as App}>
      <Boundary>
        <Broken />
      </Boundary>
    </AppContext>,
  )
  const tryAgain = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Try Again' })
  return { online$, reload, tryAgain }
}

const notLoaded = 'This screen is not on this device yet. Connect to the internet and try again.'

it.each([
  new Error('Unable to preload CSS for /assets/projects-DYjbg5g2.css'),
  new TypeError('Failed to fetch dynamically imported module: http://x/assets/sync.js'),
])('is called so, and tried again by a page load once there is a network', async error => {
  const { online$, reload, tryAgain } = crashOf(error)
  expect(screen.getByText(notLoaded)).toBeTruthy()
  expect(tryAgain().disabled).toBe(true)
  act(() => online$.next(true))
  expect(screen.queryByText(notLoaded)).toBeNull()
  await userEvent.click(tryAgain())
  expect(reload).toHaveBeenCalledOnce()
})

it('is not what another crash is called', () => {
  const { tryAgain } = crashOf(new Error('A defect.'))
  expect(screen.queryByText(notLoaded)).toBeNull()
  expect(tryAgain().disabled).toBe(false)
})
