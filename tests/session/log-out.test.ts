import { expect, test } from 'vitest'
import { logOut } from '../../src/features/settings/log-out.ts'

/** What a logout does, in which order. */

const createDoings = () => {
  const done: string[] = []
  const does =
    (what: string, isFailing = false) =>
    async () => {
      done.push(what)
      if (isFailing) throw new Error(`${what} failed.`)
    }
  const shelf = (name: string) => ({
    keys: () => [`a key of ${name}`],
    remove: (key: string) => done.push(`remove ${key}`),
  })
  return { done, does, shelf }
}

test('nothing is sent with a token that the server refuses, and a step that fails stops no other', async () => {
  const { done, does, shelf } = createDoings()
  const env = {
    liveness: { hold: async () => () => done.push('let others log in') },
    sessionMirror: { clear: does('clear the worker', true) },
    local: shelf('the device'),
    tab: shelf('the tab'),
    forgetDeviceKey: does('forget the key', true),
    address: { replace: () => done.push('go to the login') },
    page: { reload: () => done.push('reload') },
  }
  const app = {
    env,
    api: { logout: does('end the session') },
    vault: { remove: () => done.push('forget the session') },
  }
  const keeper = { disconnect: () => done.push('disconnect'), wipe: does('wipe', true) }
  await logOut(app as never, keeper as never)
  expect(done).toEqual([
    'disconnect',
    'end the session',
    'forget the session',
    'clear the worker',
    'wipe',
    'remove a key of the device',
    'remove a key of the tab',
    'forget the key',
    'go to the login',
    'let others log in',
    'reload',
  ])
})
