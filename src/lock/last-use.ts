import type { Env } from '../env.ts'

/*
 * When the app was last used, shared by all tabs, because a tab in the background does not see the use of another.
 */

type UseEnv = Pick<Env, 'clock' | 'local'>

/** WARNING: persisted: epoch ms, 0 after a lock. */
const key = 'lock_last_use'

/** How long the device's camera or file chooser may stay open, which the app does not see. */
export const pickingMs = 10 * 60_000

const note = ({ local }: UseEnv, at: number): void => {
  try {
    local.set(key, String(at))
  } catch {
    // Storage is full, so the app locks earlier than it should.
  }
}

/** Notes that the app is used now; `aheadMs` later than now, while another app takes a photo. */
export const noteUse = (env: UseEnv, aheadMs = 0): void => note(env, env.clock.now() + aheadMs)

/** Notes that the app was locked, so that a tab that wakes later locks too. */
export const noteLock = (env: UseEnv): void => note(env, 0)

/** Whether so many minutes have passed without use. A use far in the future means that the clock was set back. */
export const isUnused = ({ clock, local }: UseEnv, minutes: number): boolean => {
  const passedMs = clock.now() - Number(local.get(key) ?? 0)
  return passedMs >= minutes * 60_000 || passedMs < -pickingMs
}
