import type { Clock } from '../../replication/env.ts'

/** What the server's answers tell of this device's clock. */
export interface ServerClock {
  /** A fetch that notes the Date of every answer. */
  readonly watch: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
  /**
   * How far the device's clock was ahead of the server's at the last answer, ms; null before the first,
   * and where another origin does not show its Date.
   */
  readonly aheadMs: () => number | null
}

/** Learns the server's time from the answers that pass by. */
export const createServerClock = (clock: Pick<Clock, 'now'>): ServerClock => {
  let aheadMs: number | null = null
  return {
    watch: fetch => async (input, init) => {
      const response = await fetch(input, init)
      const serverMs = Date.parse(response.headers.get('Date') ?? '')
      if (Number.isFinite(serverMs)) aheadMs = clock.now() - serverMs
      return response
    },
    aheadMs: () => aheadMs,
  }
}
