import type { Clock } from '../../replication/env.ts'

/** Waits for some milliseconds of the app's clock. */
export const pause = (clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> =>
  new Promise(resolve => {
    clock.after(delayMs, resolve)
  })
