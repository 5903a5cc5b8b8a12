import type { Clock, Liveness, Network } from '../replication/env.ts'

/** What a window and the service worker both take from the browser. */

/** The device's clock and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

interface NetworkInformation {
  readonly effectiveType?: string
  readonly downlink?: number
  readonly type?: string
  readonly saveData?: boolean
}

/** The browser's estimate of the network, where it has one. */
export const readConnection: Network['connection'] = () => {
  const { connection } = navigator as { connection?: NetworkInformation }
  return {
    ...(connection?.effectiveType === undefined ? {} : { effectiveType: connection.effectiveType }),
    ...(connection?.downlink === undefined ? {} : { downlinkMbps: connection.downlink }),
    ...(connection?.type === undefined ? {} : { type: connection.type }),
    ...(connection?.saveData === true ? { isSaving: true } : {}),
  }
}

/** How long until a lock that the browser took away is asked for again. */
const lockAgainMs = 100

/** A shared Web Lock marks this tab or worker as alive: the browser frees it when the realm ends. */
export const createLiveness = (): Liveness => ({
  hold: name =>
    new Promise(resolve => {
      if (!('locks' in navigator)) {
        resolve(() => {})
        return
      }
      let end = () => {}
      let isReleased = false
      const release = () => {
        isReleased = true
        end()
      }
      const request = (): Promise<void> =>
        navigator.locks
          .request(name, { mode: 'shared' }, async () => {
            resolve(release)
            if (!isReleased) await new Promise<void>(done => (end = done))
          })
          .catch((error: unknown) => {
            resolve(release)
            // Safari takes the locks of a page that it keeps for its Back button, and the page may return.
            const isTaken = error instanceof Error && error.name === 'AbortError'
            if (isTaken && !isReleased) browserClock.after(lockAgainMs, () => void request())
          })
      void request()
    }),
  isHeld: async name => {
    if (!('locks' in navigator)) return null
    const { held = [] } = await navigator.locks.query()
    return held.some(lock => lock.name === name)
  },
})
