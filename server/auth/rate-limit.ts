import type { Clock } from '../env/clock.ts'

/**
 * Slows down guessing, in memory and per process. After some free failures each further one doubles the pause; a
 * success resets it. Each kind of call has its own counters, so that one kind cannot evict another's.
 */
interface RateLimit {
  /** How long this key must wait, in milliseconds; 0 when it may continue. */
  readonly waitMs: (key: string) => number
  /** Counts a failure. After `free` of them each adds a pause. */
  readonly failed: (key: string, free?: number) => void
  readonly succeeded: (key: string) => void
}

/** How strongly a kind of call is slowed down. */
interface Pace {
  readonly free: number
  readonly firstPauseMs: number
  readonly maxPauseMs: number
}

/** Per account: from one minute up to half an hour. */
const ofAccount: Pace = { free: 5, firstPauseMs: 60_000, maxPauseMs: 30 * 60_000 }
/** Per network, which a whole team may share: it slows down a program, and hardly delays a person who types. */
const ofNetwork: Pace = { free: 50, firstPauseMs: 1000, maxPauseMs: 15_000 }

/** The server's counters, one for each kind of call. */
export interface RateLimits {
  readonly login: RateLimit
  readonly loginNetwork: RateLimit
  readonly forgot: RateLimit
  readonly change: RateLimit
  /** Codes of authenticators, by account, because only someone with its password reaches them. */
  readonly code: RateLimit
}

/** Creates empty counters. */
export const createRateLimits = (clock: Clock): RateLimits => ({
  login: createRateLimit(clock, ofAccount),
  loginNetwork: createRateLimit(clock, ofNetwork),
  forgot: createRateLimit(clock, ofAccount),
  change: createRateLimit(clock, ofAccount),
  code: createRateLimit(clock, ofAccount),
})

const forgetMs = 60 * 60_000
const maxKeys = 10_000

const createRateLimit = (clock: Clock, pace: Pace): RateLimit => {
  const seen = new Map<string, { failures: number; lastMs: number; untilMs: number }>()

  const forgetOld = (now: number) => {
    for (const [key, entry] of seen) if (now - entry.lastMs > forgetMs) seen.delete(key)
    // Still too many, so an attacker keeps using new keys. Remove keys without a pause first, then the oldest.
    for (const isWaiting of [false, true]) {
      for (const [key, { untilMs }] of seen) {
        if (seen.size <= maxKeys) return
        if (untilMs > now === isWaiting) seen.delete(key)
      }
    }
  }

  return {
    waitMs: key => {
      const leftMs = (seen.get(key)?.untilMs ?? 0) - clock()
      // A pause that is longer than the longest began before the clock was set back.
      return leftMs > pace.maxPauseMs ? 0 : Math.max(0, leftMs)
    },
    failed: (key, free = pace.free) => {
      const now = clock()
      const before = seen.get(key)
      const failures =
        before === undefined || now - before.lastMs > forgetMs ? 1 : before.failures + 1
      const pauseMs =
        failures < free
          ? 0
          : Math.min(pace.maxPauseMs, pace.firstPauseMs * 2 ** Math.min(30, failures - free))
      seen.delete(key)
      seen.set(key, { failures, lastMs: now, untilMs: now + pauseMs })
      if (seen.size > maxKeys) forgetOld(now)
    },
    succeeded: key => {
      seen.delete(key)
    },
  }
}
