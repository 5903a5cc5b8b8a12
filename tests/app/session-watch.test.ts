import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { CallFailure } from '../../replication/http/client.ts'
import type { Failure } from '../../replication/http/failure.ts'
import { watchSession } from '../../src/app/signed-in/session-watch.tsx'

/** What ends a session: a 401 from the server, or its expiry once there is a network (8.2, decisions 3). */

const setUp = (kind: 'signed-in' | 'locked' | 'anonymous' = 'signed-in') => {
  const online$ = new Subject<boolean>()
  const visible$ = new Subject<boolean>()
  const localChanges$ = new Subject<string>()
  const failures$ = new Subject<CallFailure>()
  const state = { ended: 0, hydrated: 0, token: 't' as string | null, online: true }
  const stop = watchSession({
    env: {
      network: { isOnline: () => state.online, online$, connection: () => ({}) },
      visible$,
      localChanges$,
    },
    session: {
      current: () => ({ kind, user: {} as never, token: 't', expiresAt: 1, database: '' }),
      token: () => (kind === 'signed-in' ? state.token : null),
      end: () => {
        state.ended += 1
      },
      hydrate: () => {
        state.hydrated += 1
        return Promise.resolve()
      },
    },
    client: { failures$ },
  })
  return { state, stop, online$, visible$, localChanges$, failures$ }
}

test('a 401 ends the session, but not one of the login or the logout', () => {
  const { state, failures$ } = setUp()
  const unauthorized: Failure = { kind: 'unauthorized', message: '' }
  failures$.next({ call: 'login', failure: unauthorized, token: 't' })
  failures$.next({ call: 'logout', failure: unauthorized, token: 't' })
  failures$.next({ call: 'forms', failure: { kind: 'offline' }, token: 't' })
  failures$.next({
    call: 'forms',
    failure: { kind: 'malformed', status: 401, foreign: true },
    token: 't',
  })
  expect(state.ended).toBe(0)
  failures$.next({ call: 'forms', failure: unauthorized, token: 't' })
  expect(state.ended).toBe(1)
})

test('a late 401 of an earlier session does not affect the next session', () => {
  const { state, failures$ } = setUp()
  const unauthorized: Failure = { kind: 'unauthorized', message: '' }
  failures$.next({ call: 'submissionCreate', failure: unauthorized, token: 'of the one before' })
  failures$.next({ call: 'submissionCreate', failure: unauthorized, token: null })
  expect(state.ended).toBe(0)
})

test.each(['locked', 'anonymous'] as const)(
  'a 401 to a call without a token does not end the stored session behind a lock (%s)',
  kind => {
    const { state, failures$ } = setUp(kind)
    failures$.next({
      call: 'forms',
      failure: { kind: 'unauthorized', message: '' },
      token: null,
    })
    expect(state.ended).toBe(0)
  },
)

test('an expired session ends only when there is a network', () => {
  const { state, online$, visible$ } = setUp()
  visible$.next(true)
  expect(state.ended).toBe(0)
  state.token = null
  state.online = false
  visible$.next(true)
  online$.next(false)
  expect(state.ended).toBe(0)
  state.online = true
  online$.next(true)
  expect(state.ended).toBe(1)
})

test('a login or logout in another tab is followed until the watch stops', () => {
  const { state, stop, localChanges$ } = setUp()
  localChanges$.next('server_url')
  expect(state.hydrated).toBe(0)
  localChanges$.next('authData')
  localChanges$.next('')
  expect(state.hydrated).toBe(2)
  stop()
  localChanges$.next('authData')
  expect(state.hydrated).toBe(2)
})
