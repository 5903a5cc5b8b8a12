// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { startTransition } from 'react'
import { EMPTY } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Screens from '../../src/app/routing/route-screens.ts'
import type { App } from '../../src/context.tsx'
import type { Address } from '../../src/lib/navigation/history.ts'
import type { RouteName } from '../../src/routes.ts'
import { createFakeClock, until } from '../env.ts'

/** The first screen's code loads before the screen is rendered, so that no skeleton stands where it could be. */

let routeScreens: typeof Screens.routeScreens

// The scripts of a page that has just begun.
beforeEach(async () => {
  vi.resetModules()
  ;({ routeScreens } = await import('../../src/app/routing/route-screens.ts'))
})
afterEach(cleanup)

const addressOf = (pathname: string): Address => ({
  read: () => ({ pathname, search: '', hash: '', state: null, key: 'first' }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: EMPTY,
})

/** A screen that is still to be loaded is no function. */
const isThere = (name: RouteName) => typeof routeScreens[name].screen() === 'function'

test.each([
  ['/help/documentation', 'documentation'],
  ['/help/', 'help'],
  ['/', 'dashboard'],
  ['/login', 'dashboard'],
  ['/no/such/path', 'dashboard'],
] as const)('a start at %s loads the code of %s', async (pathname, name) => {
  const { routedScreens } = await import('../../src/app/start/routed-screens.tsx')
  expect(isThere(name)).toBe(false)
  routedScreens(addressOf(pathname))
  await until('the code', () => isThere(name))
  expect(isThere('settings')).toBe(false)
})

const show = async (first: RouteName) => {
  const { AppContext } = await import('../../src/context.tsx')
  const { ScreenFrame } = await import('../../src/app/routing/screen-frame.tsx')
  const { HistoryRouter } = await import('../../src/lib/navigation/history-router.tsx')
  const { createHistory } = await import('../../src/lib/navigation/history.ts')
  const session = { session$: EMPTY, current: () => ({ kind: 'anonymous' }) }
  const app = { env: { clock: createFakeClock() }, session } as unknown as App
  const history = createHistory(addressOf('/help'))
  const tree = (name: RouteName) => (
    <AppContext value={app}>
      <HistoryRouter history={history}>
        <ScreenFrame name={name} />
      </HistoryRouter>
    </AppContext>
  )
  const { rerender } = render(tree(first))
  return {
    again: () => rerender(tree(first)),
    goTo: (name: RouteName) => startTransition(() => rerender(tree(name))),
  }
}

const heading = (): HTMLElement | null => screen.queryByRole('heading', { level: 1 })

test('a screen whose code is there shows at once', async () => {
  await routeScreens.help.load()
  await show('help')
  expect(heading()).not.toBeNull()
})

test('a screen whose code arrives while it is shown stays the same', async () => {
  const { again } = await show('help')
  expect(heading()).toBeNull()
  const shown = await until('the screen', heading)
  again()
  expect(heading()).toBe(shown)
})

test('the shown screen stays until the code of the next one is there', async () => {
  await routeScreens.help.load()
  const { goTo } = await show('help')
  const shown = heading()?.textContent
  goTo('forgotPassword')
  expect(heading()?.textContent).toBe(shown)
  const next = await until('the next screen', () => heading()?.textContent !== shown && heading())
  expect(next.textContent).not.toBe('')
})
