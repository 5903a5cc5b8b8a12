import { EMPTY } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { firstScreens, guardOf } from '../../src/app/start/first-screens.ts'
import { routes, type Route } from '../../src/routes.ts'

/** What a start shows first: signed out, only the login for every address that a guard redirects there. */

const start = async (asked: string, state: unknown = null) => {
  const { pathname, search } = new URL(asked, 'https://transect.test')
  const replaced: { to: string; state: unknown }[] = []
  const address = {
    read: () => ({ pathname, search, hash: '', state, key: 'first' }),
    replace: (to: string, given: unknown) => void replaced.push({ to, state: given }),
    depth: () => 0,
    push: () => {},
    go: () => {},
    moved$: EMPTY,
  }
  const { history } = await firstScreens({ address }, { current: () => ({ kind: 'anonymous' }) })
  return { isAlone: history === null, replaced }
}

describe('signed out', () => {
  test('the login opens under its own address', async () => {
    expect(await start('/login')).toEqual({ isAlone: true, replaced: [] })
    expect(await start('/Login/')).toEqual({ isAlone: true, replaced: [] })
  })

  test('an address for signed-in users redirects to the login, which remembers the address', async () => {
    const asked = '/projects/survey/7?draft=temp_1'
    expect(await start(asked)).toEqual({
      isAlone: true,
      replaced: [{ to: '/login', state: { from: asked } }],
    })
  })

  test.each(['/', '/no/such/path', '/set-password', '/projects/survey'])(
    '%s redirects to the login, and is not remembered',
    async asked => {
      expect(await start(asked)).toEqual({
        isAlone: true,
        replaced: [{ to: '/login', state: null }],
      })
    },
  )
})

test('each address has the guard of its row in the route table', () => {
  for (const { path, access } of Object.values<Route>(routes)) {
    const address = path.replaceAll(/:\w+/g, '7')
    const guard = access === 'public' ? null : access
    expect([path, guardOf(address)]).toEqual([path, path === '/login' ? 'login' : guard])
  }
})
