import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Subject } from 'rxjs'
import { err } from '../replication/http/result.ts'
import type { CaptureEnv } from '../src/env.ts'
import type { Cancel, Clock, SyncEnv } from '../replication/env.ts'

/** A clock that stands still until a test advances it, and then runs the due timers. */
export interface FakeClock extends Clock {
  readonly advance: (ms: number) => void
  readonly set: (nowMs: number) => void
}

export const startOfTests = Date.UTC(2026, 10, 20, 9, 30)

export const createFakeClock = (startMs = startOfTests): FakeClock => {
  let now = startMs
  let timers: { at: number; run: () => void }[] = []
  const runDue = () => {
    for (;;) {
      const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) return
      timers = timers.filter(timer => timer !== due)
      due.run()
    }
  }
  return {
    now: () => now,
    after: (delayMs, run): Cancel => {
      const timer = { at: now + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    advance: ms => {
      now += ms
      runDue()
    },
    set: nowMs => {
      now = nowMs
      runDue()
    },
  }
}

/** A test's environment for sync: a clock to advance, a connection to cut, predictable ids. */
export interface FakeSyncEnv extends SyncEnv {
  readonly clock: FakeClock
  readonly cut: () => void
  readonly mend: () => void
  readonly signIn: (token: string | null) => void
  /** How often the app asked the browser to wake the worker. */
  readonly syncRegistrations: () => number
  /** Removes this realm's marks, as the browser does when a tab dies. */
  readonly die: () => void
}

export interface FakeOptions {
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  readonly clock?: FakeClock
  /** The browser's information about the network; absent when it gives none. */
  readonly connection?: ReturnType<SyncEnv['network']['connection']>
  /** The marks of all living realms. Realms of one device share it. */
  readonly marks?: Map<string, number>
}

/** Ids differ between realms, as random ones do. */
let ids = 0

export const createFakeSyncEnv = (options: FakeOptions): FakeSyncEnv => {
  const clock = options.clock ?? createFakeClock()
  const marks = options.marks ?? new Map<string, number>()
  const mine = new Set<string>()
  const online$ = new Subject<boolean>()
  let online = true
  let token: string | null = null
  let registrations = 0
  const setOnline = (value: boolean) => {
    online = value
    online$.next(value)
  }
  const release = (name: string) => {
    if (!mine.delete(name)) return
    marks.set(name, (marks.get(name) ?? 1) - 1)
  }
  return {
    clock,
    network: { isOnline: () => online, online$, connection: () => options.connection ?? {} },
    fetch: (input, init) =>
      online ? options.fetch(input, init) : Promise.reject(new TypeError('Failed to fetch')),
    liveness: {
      hold: name => {
        mine.add(name)
        marks.set(name, (marks.get(name) ?? 0) + 1)
        return Promise.resolve(() => release(name))
      },
      isHeld: name => Promise.resolve((marks.get(name) ?? 0) > 0),
    },
    uuid: () => {
      ids += 1
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
    },
    apiUrl: () => `${options.origin}/api`,
    token: () => token,
    registerSync: () => {
      registrations += 1
    },
    cut: () => setOnline(false),
    mend: () => setOnline(true),
    signIn: next => {
      token = next
    },
    syncRegistrations: () => registrations,
    die: () => {
      for (const name of mine) release(name)
    },
  }
}

/** A device without a camera and a microphone. */
export const createFakeCapture = (): CaptureEnv => ({
  keepMedia: () => {},
  scanCode: () => Promise.resolve(err('missing')),
  record: () => Promise.resolve(err('missing')),
})

/** A new, separate IndexedDB. */
export const createIndexedDb = () =>
  ({ indexedDB: new IDBFactory(), IDBKeyRange }) as unknown as {
    readonly indexedDB: globalThis.IDBFactory
    readonly IDBKeyRange: typeof globalThis.IDBKeyRange
  }

/** Waits until a condition is met, and returns its value. Throws after 25 seconds. */
export const until = async <Value>(
  what: string,
  look: () => Promise<Value | false | null | undefined> | Value | false | null | undefined,
): Promise<Value> => {
  const patienceMs = 25_000
  const start = performance.now()
  for (;;) {
    const value = await look()
    if (value !== false && value !== null && value !== undefined) return value
    if (performance.now() - start > patienceMs) throw new Error(`It never came to this: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
