import type { Clock } from '../../replication/env.ts'

/** How far this device's clock differs from the server's. */
export interface ServerClock {
  /** Returns a fetch that records the Date of every answer. */
  readonly watch: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
  /**
   * How far the device's clock was ahead of the server's at the last answer, ms; null before the first, and when
   * another origin hides its Date.
   */
  readonly aheadMs: () => number | null
}

/** Makes a server clock, which reads the time of each answer. */
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
