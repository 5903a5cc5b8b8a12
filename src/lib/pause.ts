import type { Clock } from '../../replication/env.ts'

/** Waits so many milliseconds on the app's clock. */
export const pause = (clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> =>
  new Promise(resolve => {
    clock.after(delayMs, resolve)
  })
