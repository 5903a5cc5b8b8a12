import { matchRoutes } from 'react-router-dom'
import type { ReactElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { Guard } from '../../src/app/routing/guard.tsx'
import { guardedRoutes } from '../../src/app/start/guarded-routes.tsx'
import { whereTo, type Guarded } from '../../src/app/routing/where-to.ts'
import { createSession, type Session } from '../../src/session/session.ts'
import { createVault } from '../../src/session/vault.ts'
import { createFakeSyncEnv } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/**
 * Spec 2, route table: every address, for each kind of visitor. The visitors sign in at the real server, the
 * addresses go through the real route table, and the test checks the guard's decision.
 */

type Visitor = 'anonymous' | 'active' | 'first login' | 'inactive'
const visitors: readonly Visitor[] = ['anonymous', 'active', 'first login', 'inactive']

const open = ['shown', 'shown', 'shown', 'shown'] as const
const secured = ['/login', 'shown', '/set-password', 'shown'] as const

/** The outcome for each of the visitors, in the order above. An inactive one is shown the blocking dialog there. */
const table: readonly (readonly [path: string, outcome: readonly string[]])[] = [
  ['/', ['/login', '/dashboard', '/set-password', '/dashboard']],
  ['/no/such/path', ['/login', '/dashboard', '/set-password', '/dashboard']],
  ['/login', ['shown', '/dashboard', '/set-password', '/dashboard']],
  ['/forgot-password', open],
  ['/reset-password?token=abc', open],
  ['/about', open],
  ['/help', open],
  ['/set-password', ['/login', '/dashboard', 'shown', '/dashboard']],
  ['/dashboard', secured],
  ['/projects', secured],
  ['/projects/completed-surveys', secured],
  ['/projects/all-surveys', secured],
  ['/projects/survey/7', secured],
  ['/survey-data?surveyId=7', secured],
  ['/surveys/data/7', secured],
  ['/surveys/data/7?edit=true', secured],
  ['/sync', secured],
  ['/settings', secured],
  ['/profile', secured],
  ['/profile/change-password', secured],
]

let server: TestServer
let sessions: Readonly<Record<Visitor, Session>>

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
  sessions = {
    anonymous: await visit(null),
    active: await visit('asha@transect.example'),
    'first login': await visit('first@transect.example'),
    inactive: await visit('inactive@transect.example'),
  }
})
afterAll(() => server.close())

/** Signs in as the login screen does, and starts the app again, as a reload does. */
const visit = async (email: string | null): Promise<Session> => {
  const env = createFakeSyncEnv({ fetch: server.fetch, origin: server.origin })
  const stored = new Map<string, string>()
  const local = {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
    keys: () => [...stored.keys()],
  }
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const vault = createVault({ local, deviceKey: () => Promise.resolve(key) })
  const { login } = createApi(createClient(env))
  if (email !== null) {
    await createSession(env, vault, login).login({ email, password: 'fieldwork-2026' }, false)
  }
  const started = createSession(env, vault, login)
  await started.hydrate()
  return started.current()
}

const isGuard = (element: unknown): element is ReactElement<{ guarded: Guarded }> =>
  typeof element === 'object' && element !== null && 'type' in element && element.type === Guard

/** Where a visitor who opens an address ends; redirects are followed. */
const outcomeOf = (path: string, session: Session): string => {
  const { pathname, search } = new URL(path, 'http://app.example')
  const matches = matchRoutes(guardedRoutes(), { pathname, search }) ?? []
  const guards = matches.flatMap(({ route }) => (isGuard(route.element) ? [route.element] : []))
  const elsewhere = guards
    .map(({ props }) => whereTo(props.guarded, session, { pathname, search, state: null }))
    .find(decided => decided !== null)
  if (elsewhere !== undefined) return elsewhere.to
  const shown = matches.at(-1)?.route.path
  return shown === undefined || shown === '*' ? 'nothing' : 'shown'
}

test.each(table)('%s', (path, outcomes) => {
  expect(visitors.map(visitor => outcomeOf(path, sessions[visitor]))).toEqual(outcomes)
})

test('the dialog blocks only the inactive visitor', () => {
  const isBlocked = (session: Session) => session.kind === 'signed-in' && !session.user.is_active
  expect(visitors.map(visitor => isBlocked(sessions[visitor]))).toEqual([false, false, false, true])
})

test('the login remembers the address with its query, and leads back there', () => {
  const asked = { pathname: '/survey-data', search: '?surveyId=7', state: null }
  const sent = whereTo('authenticated', sessions.anonymous, asked)
  expect(sent).toEqual({ to: '/login', state: { from: '/survey-data?surveyId=7' } })
  const atLogin = { pathname: '/login', search: '', state: sent?.state }
  expect(whereTo('login', sessions.active, atLogin)).toEqual({ to: '/survey-data?surveyId=7' })
  expect(whereTo('login', sessions['first login'], atLogin)).toEqual({ to: '/set-password' })
})
