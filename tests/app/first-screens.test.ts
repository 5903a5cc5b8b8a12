import { EMPTY } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { firstScreens, guardOf } from '../../src/app/start/first-screens.ts'
import { routes, type Route } from '../../src/routes.ts'

/** What a start shows first: signed out, the login alone, wherever a guard would lead there anyhow. */

const start = async (asked: string, state: unknown = null) => {
  const { pathname, search } = new URL(asked, 'https://transect.test')
  const replaced: { to: string; state: unknown }[] = []
  const address = {
    read: () => ({ pathname, search, state }),
    replace: (to: string, given: unknown) => void replaced.push({ to, state: given }),
    depth: () => 0,
    push: () => {},
    moved$: EMPTY,
  }
  const { router } = await firstScreens({ address }, { current: () => ({ kind: 'anonymous' }) })
  return { isAlone: router === null, replaced }
}

describe('signed out', () => {
  test('the login is shown where it was asked for', async () => {
    expect(await start('/login')).toEqual({ isAlone: true, replaced: [] })
    expect(await start('/Login/')).toEqual({ isAlone: true, replaced: [] })
  })

  test('a signed-in screen leads to the login, which remembers the place', async () => {
    const asked = '/projects/survey/7?draft=temp_1'
    expect(await start(asked)).toEqual({
      isAlone: true,
      replaced: [{ to: '/login', state: { from: asked } }],
    })
  })

  test.each(['/', '/no/such/path', '/set-password', '/projects/survey'])(
    '%s leads to the login, and is not worth coming back to',
    async asked => {
      expect(await start(asked)).toEqual({
        isAlone: true,
        replaced: [{ to: '/login', state: null }],
      })
    },
  )
})

test('each address of the route table has the guard that its row names', () => {
  for (const { path, access } of Object.values<Route>(routes)) {
    const address = path.replaceAll(/:\w+/g, '7')
    const guard = access === 'public' ? null : access
    expect([path, guardOf(address)]).toEqual([path, path === '/login' ? 'login' : guard])
  }
})
