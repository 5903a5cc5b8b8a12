import type { Clock } from '../../replication/env.ts'

/** Waits for a number of milliseconds on the app's clock. */
export const pause = (clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> =>
  new Promise(resolve => {
    clock.after(delayMs, resolve)
  })
