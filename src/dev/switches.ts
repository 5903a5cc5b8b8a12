import { BehaviorSubject, distinctUntilChanged, filter, map, merge, shareReplay, skip } from 'rxjs'
import type { Env, KeyValue } from '../env.ts'
import { pause } from '../lib/pause.ts'

/** Faults that a request can be given on purpose, and whether the server receives it. */
export const faults = {
  none: 'None',
  'lost-before': 'Lost on the way there',
  'lost-after': 'Answer lost on the way back',
  portal: 'Login page of a network (403, HTML)',
  'server-error': 'Server error (500, JSON)',
  'signed-out': 'Session over (401)',
  truncated: 'Answer cut in half',
} as const

/** One of the faults. */
export type Fault = keyof typeof faults

/** What a developer has set for every tab of this browser. */
interface Switches {
  readonly offline: boolean
  /** Added to every request, ms. */
  readonly slowMs: number
  /** The fault of the next requests that write; each one counts down. */
  readonly fault: Fault
  readonly faultsLeft: number
}

/** Everything works as usual. */
const noSwitches: Switches = { offline: false, slowMs: 0, fault: 'none', faultsLeft: 0 }

/** An Env whose network can be made to fail; only in development. */
export interface SwitchedEnv {
  readonly env: Env
  readonly switches$: BehaviorSubject<Switches>
  readonly set: (changes: Partial<Switches>) => void
}

/** WARNING: other tabs follow changes of this key. */
const key = 'transect_dev_switches'

const read = (local: KeyValue): Switches => {
  try {
    return { ...noSwitches, ...(JSON.parse(local.get(key) ?? '{}') as Partial<Switches>) }
  } catch {
    return noSwitches
  }
}

const switchedBy = new WeakMap<Env, SwitchedEnv>()

/** The switches of an Env; null for one without. */
export const switchesOf = (env: Env): SwitchedEnv | null => switchedBy.get(env) ?? null

/** Puts switches between the app and its Env. They survive a reload and are shared by all tabs. */
export const withSwitches = (env: Env): SwitchedEnv => {
  const switches$ = new BehaviorSubject(read(env.local))
  env.localChanges$
    .pipe(filter(changed => changed === key))
    .subscribe(() => switches$.next(read(env.local)))

  const set = (changes: Partial<Switches>): void => {
    const next = { ...switches$.value, ...changes }
    env.local.set(key, JSON.stringify(next))
    switches$.next(next)
  }

  const isOnline = () => env.network.isOnline() && !switches$.value.offline
  const online$ = merge(env.network.online$, switches$.pipe(skip(1))).pipe(
    map(isOnline),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 0, refCount: true }),
  )

  const takeFault = (method: string): Fault => {
    const { fault, faultsLeft } = switches$.value
    if (fault === 'none' || faultsLeft === 0 || method === 'GET') return 'none'
    set(faultsLeft === 1 ? { fault: 'none', faultsLeft: 0 } : { faultsLeft: faultsLeft - 1 })
    return fault
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { offline, slowMs } = switches$.value
    if (offline) throw lost()
    if (slowMs > 0) await pause(env.clock, slowMs)
    init?.signal?.throwIfAborted()
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return failWith(takeFault(method.toUpperCase()), () => env.fetch(input, init))
  }

  const network = { ...env.network, isOnline, online$ }
  const switched: SwitchedEnv = { env: { ...env, fetch, network }, switches$, set }
  switchedBy.set(switched.env, switched)
  return switched
}

/** What fetch rejects with when the connection breaks. */
const lost = () => new TypeError('Failed to fetch')

const json = (status: number, message: string) =>
  new Response(JSON.stringify({ success: false, message }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })

const failWith = async (fault: Fault, ask: () => Promise<Response>): Promise<Response> => {
  switch (fault) {
    case 'none':
      return ask()
    case 'lost-before':
      throw lost()
    case 'lost-after':
      await ask()
      throw lost()
    case 'portal':
      return new Response('<!doctype html><title>Sign in</title>', {
        status: 403,
        headers: { 'Content-Type': 'text/html' },
      })
    case 'server-error':
      return json(500, 'A fault set on purpose.')
    case 'signed-out':
      return json(401, 'Please login again')
    case 'truncated': {
      const response = await ask()
      const text = await response.text()
      const { status, headers } = response
      return new Response(text.slice(0, text.length / 2), { status, headers })
    }
  }
}
