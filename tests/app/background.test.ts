import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { Refresh } from '../../replication/pull/refresh.ts'
import { ok } from '../../replication/http/result.ts'
import type { User } from '../../replication/wire/answers.ts'
import { startBackground } from '../../src/app/signed-in/use-background.ts'
import { createFakeClock, until } from '../env.ts'

/** What is fetched automatically, and how often (4.17 to 4.19, 4.27, 9.3, 9.23). */

const setUp = (online = true, beforeForms = () => Promise.resolve()) => {
  const clock = createFakeClock()
  const online$ = new Subject<boolean>()
  const visible$ = new Subject<boolean>()
  const workerMessages$ = new Subject<unknown>()
  const moved$ = new Subject<void>()
  const log: string[] = []
  const stamps: Record<string, number> = {}
  const state = { online, token: 't' as string | null, active: true }
  const note = (what: string, kind: string) => {
    log.push(`${what} ${kind}`)
    stamps[kind] = clock.now()
    return Promise.resolve(ok(undefined))
  }
  const refresh: Refresh = {
    ifStale: async kind => {
      if (kind === 'forms') await beforeForms()
      return note('if stale', kind)
    },
    now: kind => note('now', kind),
    afterSync: () => Promise.resolve(),
    account: () => note('get', 'account').then(() => ok({ id: 'u' } as User)),
    form: () => Promise.resolve(ok(undefined)),
    fetchedAt: kind => Promise.resolve(stamps[kind] ?? 0),
  }
  const stop = startBackground(
    {
      env: {
        clock,
        network: { isOnline: () => state.online, online$, connection: () => ({}) },
        visible$,
        workerMessages$,
      },
      session: {
        token: () => state.token,
        current: () => ({ kind: 'signed-in', user: { is_active: state.active } }),
        update: (user: User) => {
          log.push(`update ${user.id}`)
          return Promise.resolve()
        },
      } as never,
    },
    {
      sync: {
        refresh,
        runIfAutomatic: () => {
          log.push('send')
          return Promise.resolve()
        },
      },
    },
    { moved$ },
  )
  const logged = (last: string) => until(last, () => log.at(-1) === last)
  return { clock, online$, visible$, workerMessages$, moved$, log, state, stop, logged }
}

test('a start fetches everything, and sends before it fetches submissions', async () => {
  const { log, logged } = setUp()
  await logged('if stale submissions')
  expect(log).toEqual([
    'get account',
    'update u',
    'if stale forms',
    'if stale stats',
    'send',
    'if stale submissions',
  ])
})

test('a start offline or without a token requests nothing; the returning network triggers the requests', async () => {
  const { log, state, online$, logged } = setUp(false)
  online$.next(false)
  state.online = true
  online$.next(true)
  await logged('if stale submissions')
  expect(log.filter(line => line === 'get account')).toHaveLength(1)
})

test('when the app is visible again: the account at most every 30 s, forms at most every 5 minutes', async () => {
  const { clock, log, visible$, logged } = setUp()
  await logged('if stale submissions')
  log.length = 0
  clock.advance(29_000)
  visible$.next(true)
  clock.advance(2000)
  visible$.next(true)
  await logged('update u')
  expect(log).toEqual(['get account', 'update u'])
  visible$.next(false)
  clock.advance(5 * 60_000)
  visible$.next(true)
  await logged('if stale forms')
  expect(log.slice(2)).toEqual(['get account', 'update u', 'if stale forms'])
})

test('what others changed is fetched every two minutes while a screen is open, and not while the app is hidden', async () => {
  const { clock, log, visible$, stop, logged } = setUp()
  await logged('if stale submissions')
  log.length = 0
  clock.advance(2 * 60_000)
  await logged('if stale submissions')
  expect(log).toEqual(['get account', 'update u', 'if stale submissions'])
  visible$.next(false)
  log.length = 0
  clock.advance(10 * 60_000)
  await Promise.resolve()
  expect(log).toEqual([])
  visible$.next(true)
  await logged('if stale forms')
  clock.advance(2 * 60_000)
  await logged('if stale submissions')
  stop()
})

test('on navigation: the account at most every 30 s, and only one request at a time', async () => {
  const { clock, log, moved$, visible$, logged } = setUp()
  await logged('if stale submissions')
  log.length = 0
  moved$.next()
  clock.advance(31_000)
  moved$.next()
  moved$.next()
  visible$.next(true)
  await logged('update u')
  moved$.next()
  await Promise.resolve()
  expect(log).toEqual(['get account', 'update u'])
})

test("the worker's wake-up message starts the outbox, and its other messages do not", async () => {
  const { log, workerMessages$, logged } = setUp()
  await logged('if stale submissions')
  log.length = 0
  workerMessages$.next({ type: 'something else' })
  workerMessages$.next({ type: 'data-sync' })
  await logged('send')
  expect(log).toEqual(['send'])
})

test('a full device does not end the refreshes, and the next one fetches again', async () => {
  let isFull = true
  const { log, online$, logged } = setUp(true, async () => {
    log.push('no room')
    if (isFull) throw new DOMException('The device is full.', 'QuotaExceededError')
  })
  await logged('no room')
  isFull = false
  online$.next(true)
  await logged('if stale submissions')
  expect(log.filter(line => line === 'no room')).toHaveLength(2)
})

test('nothing is requested after the stop', async () => {
  const { clock, log, stop, visible$, online$, logged } = setUp()
  await logged('if stale submissions')
  stop()
  clock.advance(60 * 60_000)
  const before = log.length
  visible$.next(true)
  online$.next(true)
  await Promise.resolve()
  expect(log).toHaveLength(before)
})

test('after the account was switched off nothing more is requested', async () => {
  const { log, logged, moved$, clock, state } = setUp()
  await logged('if stale submissions')
  state.active = false
  const asked = log.length
  clock.advance(3_600_000)
  moved$.next()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(log).toHaveLength(asked)
})
