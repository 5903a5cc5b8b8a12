import type { Log } from '../../server/env/log.ts'

/** Discards every line. */
export const silentLog: Log = () => {
  // Tests read answers, not logs.
}
