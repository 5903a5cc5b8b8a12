import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Subject } from 'rxjs'
import { createApi, type Api } from '../../../replication/http/api.ts'
import { createClient, type Client } from '../../../replication/http/client.ts'
import type { Network } from '../../../replication/env.ts'
import { slowAnswerMs } from '../../../replication/limits.ts'
import { reachedAgain$ } from '../../../replication/http/probe.ts'
import {
  addSighting,
  nothingSeen,
  reachabilityOf,
  type Sighting,
} from '../../../replication/http/reachability.ts'
import { networkLabel } from '../../../src/messages/app/app.ts'
import { createFakeClock, createFakeSyncEnv, until, type FakeClock } from '../../env.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** Whether the server can be reached, judged by the outcomes of requests and not by the browser alone. */

describe('observed outcomes', () => {
  const good = { isOnline: () => true, connection: () => ({ effectiveType: '4g' }) }
  const answered: Sighting = { kind: 'answered', tookMs: 80 }
  const late: Sighting = { kind: 'answered', tookMs: slowAnswerMs }
  const untimed: Sighting = { kind: 'answered', tookMs: null }
  const foreign: Sighting = { kind: 'foreign', isCertain: false }
  const page: Sighting = { kind: 'foreign', isCertain: true }
  const down: Sighting = { kind: 'down' }
  const kindAfter = (...sightings: readonly Sighting[]) =>
    reachabilityOf(sightings.reduce(addSighting, nothingSeen), good).kind

  test.each([
    ['nothing', [], 'good'],
    ['one failure', [down], 'good'],
    ['two failures', [down, down], 'server-down'],
    ['two failures with an answer between', [down, answered, down], 'good'],
    ['one strange page', [foreign], 'good'],
    ['a strange page for the account', [page], 'login-page'],
    ['two strange pages', [foreign, foreign], 'login-page'],
    ['a strange page and no answer', [foreign, down], 'good'],
    ['a login page filled in', [page, answered], 'good'],
    ['a login page and one lost request', [page, down], 'login-page'],
    ['a login page, then no answer at all', [page, down, down], 'server-down'],
    ['a server that works again', [down, down, answered], 'good'],
  ] as const)('%s', (_, sightings, kind) => {
    expect(kindAfter(...sightings)).toBe(kind)
  })

  test('two late answers make a network slow, a quick one makes it good again', () => {
    expect(kindAfter(late)).toBe('good')
    expect(kindAfter(late, late)).toBe('slow')
    expect(kindAfter(late, untimed, late)).toBe('slow')
    expect(kindAfter(late, late, answered)).toBe('good')
  })

  test("the browser's report of no network comes first, and its report of a slow one applies while we get answers", () => {
    const seen = [page].reduce(addSighting, nothingSeen)
    const off = { isOnline: () => false, connection: () => ({}) }
    const slow = { isOnline: () => true, connection: () => ({ effectiveType: '2g' }) }
    expect(reachabilityOf(seen, off)).toEqual({ kind: 'no-network' })
    expect(reachabilityOf(seen, slow)).toEqual({ kind: 'login-page' })
    expect(reachabilityOf(nothingSeen, slow)).toEqual({ kind: 'slow', quality: 'slow' })
  })

  test('the indicator has a word for every state that is not good', () => {
    const labels = [
      { kind: 'no-network' },
      { kind: 'login-page' },
      { kind: 'server-down' },
      { kind: 'slow', quality: 'very-slow' },
      { kind: 'slow', quality: 'slow' },
      { kind: 'good', quality: 'medium' },
      { kind: 'good', quality: 'fast' },
    ] as const
    expect(labels.map(networkLabel)).toEqual([
      'Offline',
      'Login page',
      'No server',
      'Very slow',
      'Slow',
      '',
      '',
    ])
  })
})

describe('a client', () => {
  const origin = 'http://plain.test'
  let server: BareServer
  let clock: FakeClock
  let client: Client
  let api: Api
  let online$: Subject<boolean>
  /** Intercepts requests before they reach the server; null lets everything through. */
  let before: (() => Response | Promise<Response>) | null
  let asked = 0

  const page = (status: number) => () =>
    new Response('<!doctype html><title>Sign in</title>', {
      status,
      headers: { 'Content-Type': 'text/html' },
    })
  const json = (status: number) => () => Response.json({ message: 'no' }, { status })
  const nobody = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
  const kind = () => client.lookout.current().kind

  beforeEach(() => {
    server = createBareServer({ forms: [] })
    clock = createFakeClock()
    before = null
    asked = 0
    online$ = new Subject()
    const env = createFakeSyncEnv({
      origin,
      clock,
      fetch: (input, init) => {
        asked += 1
        return before === null ? server.fetch(input, init) : Promise.resolve(before())
      },
    })
    const network: Network = { isOnline: () => true, online$, connection: () => ({}) }
    client = createClient({ ...env, network })
    api = createApi(client)
  })
  afterEach(() => online$.complete())

  test.each([
    ['a login page that says 200', page(200), 'login-page'],
    ['a login page that says 403', page(403), 'login-page'],
    ['a login page that says 511', page(511), 'login-page'],
    ['a gateway’s page that says 502', page(502), 'server-down'],
    ['our own 500', json(500), 'server-down'],
    ['an empty answer', () => new Response('', { status: 200 }), 'server-down'],
    ['nobody', nobody, 'server-down'],
    ['our own refusal', json(422), 'good'],
    ['the end of the session', json(401), 'good'],
  ] as const)('tells %s apart', async (_, answer, expected) => {
    before = answer
    await api.account()
    await api.stats()
    expect(kind()).toBe(expected)
  })

  test('forgets the login page of a network that was left', async () => {
    before = page(200)
    await api.account()
    expect(kind()).toBe('login-page')
    online$.next(true)
    expect(kind()).toBe('good')
  })

  test('requests the server again with growing pauses, and reports its return', async () => {
    let back = 0
    const { lookout } = client
    const probe = reachedAgain$({ lookout, clock, ask: api.account }).subscribe(() => {
      back += 1
    })
    before = page(403)
    await api.account()
    const pausesMs = [5000, 10_000, 20_000, 40_000, 60_000, 60_000]
    for (const pauseMs of pausesMs) {
      const known = asked
      clock.advance(pauseMs - 1)
      expect(asked).toBe(known)
      clock.advance(1)
      await until('the question', () => asked === known + 1)
    }
    expect(back).toBe(0)
    before = null
    clock.advance(60_000)
    await until('back', () => back === 1)
    expect(kind()).toBe('good')
    const known = asked
    clock.advance(600_000)
    expect(asked).toBe(known)
    probe.unsubscribe()
  })

  test('requests once after a single failure, and then no more', async () => {
    const { lookout } = client
    const probe = reachedAgain$({ lookout, clock, ask: api.account }).subscribe()
    before = page(403)
    await api.stats()
    expect(kind()).toBe('good')
    before = null
    const known = asked
    clock.advance(5000)
    await until('the question', () => asked === known + 1)
    await api.stats()
    clock.advance(600_000)
    expect(asked).toBe(known + 2)
    probe.unsubscribe()
  })

  test('requests nothing after the screen was closed', async () => {
    const probe = reachedAgain$({ lookout: client.lookout, clock, ask: api.account }).subscribe()
    before = nobody
    await api.account()
    await api.stats()
    expect(kind()).toBe('server-down')
    probe.unsubscribe()
    const known = asked
    clock.advance(600_000)
    expect(asked).toBe(known)
  })
})
