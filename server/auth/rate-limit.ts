import type { Clock } from '../env/clock.ts'

/**
 * Slows down guessing, in memory and per process. After some free failures each further one doubles the
 * pause, from one minute up to half an hour; a success forgets.
 */
export interface RateLimit {
  /** How long this key must wait, in milliseconds; 0 when it may go on. */
  readonly waitMs: (key: string) => number
  /** Counts a failure; after `free` of them, 5 by default, each costs a pause. */
  readonly failed: (key: string, free?: number) => void
  readonly succeeded: (key: string) => void
}

const firstPauseMs = 60_000
const maxPauseMs = 30 * 60_000
const forgetMs = 60 * 60_000
const maxKeys = 10_000

/** Starts with nothing counted. */
export const createRateLimit = (clock: Clock): RateLimit => {
  const seen = new Map<string, { failures: number; lastMs: number; untilMs: number }>()

  const forgetOld = (now: number) => {
    for (const [key, entry] of seen) if (now - entry.lastMs > forgetMs) seen.delete(key)
    // Still too many: an attack with ever new keys. The oldest go first.
    for (const key of seen.keys()) {
      if (seen.size <= maxKeys) break
      seen.delete(key)
    }
  }

  return {
    waitMs: key => Math.max(0, (seen.get(key)?.untilMs ?? 0) - clock()),
    failed: (key, free = 5) => {
      const now = clock()
      const before = seen.get(key)
      const failures =
        before === undefined || now - before.lastMs > forgetMs ? 1 : before.failures + 1
      const pauseMs =
        failures < free ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - free))
      seen.delete(key)
      seen.set(key, { failures, lastMs: now, untilMs: now + pauseMs })
      if (seen.size > maxKeys) forgetOld(now)
    },
    succeeded: key => {
      seen.delete(key)
    },
  }
}
