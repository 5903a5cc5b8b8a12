import { expect, test } from 'vitest'
import type { User } from '../../replication/wire/answers.ts'
import { ok } from '../../replication/http/result.ts'
import type { KeyValue } from '../../src/env.ts'
import { sessionMs } from '../../src/limits.ts'
import { createSession } from '../../src/session/session.ts'
import { logoutMark } from '../../src/session/logout-mark.ts'
import { createVault } from '../../src/session/vault.ts'
import { createFakeClock, createFakeSyncEnv } from '../env.ts'
import { asha } from '../fixtures/asha.ts'

/** The signed-in user, and what the browser's storage reveals of it (3.14, 4.22 to 4.26). */

const credentials = { email: asha.email, password: 'fieldwork-2026' }

const createKeyValue = (): KeyValue & { readonly stored: Map<string, string> } => {
  const stored = new Map<string, string>()
  return {
    stored,
    get: key => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: key => void stored.delete(key),
    keys: () => [...stored.keys()],
  }
}

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const setUp = async (answer: Partial<User> = {}) => {
  const local = createKeyValue()
  const clock = createFakeClock()
  const { liveness } = createFakeSyncEnv({ fetch, origin: 'https://transect.example', clock })
  const state = { online: true, key: await newKey() }
  const network = { isOnline: () => state.online } as never
  const vault = createVault({ local, deviceKey: () => Promise.resolve(state.key) })
  const start = () =>
    createSession({ clock, network, liveness }, vault, () =>
      Promise.resolve(ok({ token: 'secret token', user: { ...asha, ...answer } })),
    )
  return { local, clock, liveness, state, vault, start }
}

test('stored values are sealed: prefixed, and without a word of the session in them', async () => {
  const { local, start } = await setUp()
  await start().login(credentials, true)
  expect([...local.stored.keys()].sort()).toEqual([
    'authData',
    'organizationDetails',
    'rememberMeData',
  ])
  for (const value of local.stored.values()) {
    expect(value).toMatch(/^ENC_/)
    expect(value).not.toMatch(/secret|asha|fieldwork|Terra/i)
  }
})

test('a login waits until a Logout in another tab has deleted what it deletes', async () => {
  const { local, clock, liveness, start } = await setUp()
  const release = await liveness.hold(logoutMark)
  const login = start().login(credentials, false)
  for (let looks = 0; looks < 3; looks += 1) {
    await new Promise(resolve => setTimeout(resolve, 5))
    clock.advance(1000)
  }
  expect(local.keys()).toEqual([])
  release()
  await new Promise(resolve => setTimeout(resolve, 5))
  clock.advance(1000)
  expect(await login).toMatchObject({ ok: true })
  expect(local.keys()).toContain('authData')
})

test('a new start finds the session; another device’s key finds nothing', async () => {
  const { state, start } = await setUp()
  await start().login(credentials, false)
  const again = start()
  await again.hydrate()
  expect(again.current()).toMatchObject({ kind: 'signed-in', user: { id: '7' } })
  state.key = await newKey()
  const elsewhere = start()
  await elsewhere.hydrate()
  expect(elsewhere.current()).toEqual({ kind: 'anonymous' })
})

test('one value cannot replace another', async () => {
  const { local, vault, start } = await setUp()
  await start().login(credentials, true)
  local.set('authData', local.get('rememberMeData') ?? '')
  expect(await vault.read('authData')).toBeNull()
})

test('the password is kept only while Remember me is ticked', async () => {
  const { local, start } = await setUp()
  const session = start()
  await session.login(credentials, true)
  expect(await session.remembered()).toEqual(credentials)
  await session.login(credentials, false)
  expect(await session.remembered()).toBeNull()
  expect(local.get('rememberMeData')).toBeNull()
})

test('after 572 hours the token expires, and the session is cleared when it is read', async () => {
  const { clock, local, start } = await setUp()
  const session = start()
  await session.login(credentials, false)
  clock.advance(sessionMs - 1)
  expect(session.token()).toBe('secret token')
  clock.advance(1)
  expect(session.token()).toBeNull()
  const again = start()
  await again.hydrate()
  expect(again.current()).toEqual({ kind: 'anonymous' })
  expect(local.get('authData')).toBeNull()
})

test('a session that ended while offline still opens the app, without a token', async () => {
  const { clock, state, start } = await setUp()
  await start().login(credentials, false)
  clock.advance(sessionMs + 1)
  state.online = false
  const again = start()
  await again.hydrate()
  expect(again.current().kind).toBe('signed-in')
  expect(again.token()).toBeNull()
})

test('an inactive account is stored but rejected: it is not signed in, and the next start finds it blocked', async () => {
  const { local, start } = await setUp({ is_active: false })
  const session = start()
  expect(await session.login(credentials, true)).toEqual({
    ok: false,
    failure: { kind: 'inactive' },
  })
  expect(session.current().kind).not.toBe('signed-in')
  expect(local.get('authData')).toMatch(/^ENC_/)
  expect(local.get('rememberMeData')).toBeNull()
  const again = start()
  await again.hydrate()
  expect(again.current()).toMatchObject({ kind: 'signed-in', user: { is_active: false } })
})

test('a session that ends while its user is updated stays ended', async () => {
  const { local, start } = await setUp()
  const session = start()
  await session.login(credentials, false)
  const updating = session.update({ ...asha, first_name: 'Meena' })
  session.end()
  await updating
  expect(session.current().kind).toBe('anonymous')
  expect(local.get('authData')).toBeNull()
})

test('an update of a session does not replace the one that another surveyor began in another tab', async () => {
  const { local, start } = await setUp()
  const session = start()
  await session.login(credentials, false)
  const updating = session.update({ ...asha, first_name: 'Meena' })
  local.set('authData', 'ENC_of Ravi')
  await updating
  expect(local.get('authData')).toBe('ENC_of Ravi')
})
