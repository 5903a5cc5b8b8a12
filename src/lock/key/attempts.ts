import { changeKeys, type Attempts } from '../../../collections/storage/data-key.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'

/** How many attempts may follow each other at once. */
const freeAttempts = 5
const firstPauseMs = 30_000
const longestPauseMs = 3_600_000

/** The pause after so many attempts: none up to the fourth, then 30 s, doubling up to an hour. */
export const pauseAfter = (count: number): number =>
  count < freeAttempts ? 0 : Math.min(firstPauseMs * 2 ** (count - freeAttempts), longestPauseMs)

/** What is left of the pause, in ms. A clock that was set back counts as no time passed. */
const leftOf = ({ pauseMs, asOf }: Attempts, now: number): number =>
  Math.max(0, pauseMs - Math.max(0, now - asOf))

const none: Attempts = { count: 0, pauseMs: 0, asOf: 0 }

/** How long to wait before the next attempt, in ms; 0 when it may be made now. */
export const pauseLeft = async (
  port: IndexedDbPort,
  name: string,
  now: number,
): Promise<number> => {
  let left = 0
  await changeKeys(port, name, ({ attempts }) => {
    if (attempts === undefined) return {}
    left = leftOf(attempts, now)
    // Counts from now on, because the clock may stay behind for a long time.
    return now < attempts.asOf ? { attempts: { ...attempts, pauseMs: left, asOf: now } } : {}
  })
  return left
}

/**
 * Notes an attempt before the PIN is tried, so that ending the app is no way around the pause. Returns how long to wait,
 * in ms; when that is not 0 nothing was noted, and the PIN must not be tried.
 */
export const noteAttempt = async (
  port: IndexedDbPort,
  name: string,
  now: number,
): Promise<number> => {
  const left = await pauseLeft(port, name, now)
  if (left > 0) return left
  let isNoted = false
  await changeKeys(port, name, ({ attempts = none }) => {
    // Another tab may have noted one meanwhile.
    isNoted = leftOf(attempts, now) === 0
    if (!isNoted) return {}
    const count = attempts.count + 1
    return { attempts: { count, pauseMs: pauseAfter(count), asOf: now } }
  })
  return isNoted ? 0 : pauseLeft(port, name, now)
}
