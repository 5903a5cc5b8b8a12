import type { Observable } from 'rxjs'

/** Cancels a timer that has not run yet. */
export type Cancel = () => void

/** The device's clock. */
export interface Clock {
  /** Epoch ms; may jump in either direction. */
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Cancel
}

/** The browser's view of the network; reachability follows from the outcomes of requests. */
export interface Network {
  readonly isOnline: () => boolean
  readonly online$: Observable<boolean>
  /** The browser's estimate; empty where it has none. `isSaving`: the surveyor asks apps to save data. */
  readonly connection: () => {
    readonly effectiveType?: string
    readonly downlinkMbps?: number
    /** Such as `wifi` or `cellular`; phones with Chromium say it. */
    readonly type?: string
    readonly isSaving?: boolean
  }
}

/**
 * Marks this tab or worker as alive while it holds the lease, so that another can take over as soon as it dies,
 * without waiting for the lease to end.
 */
export interface Liveness {
  /** Holds the mark until the returned function is called or this realm ends. */
  readonly hold: (name: string) => Promise<() => void>
  /** Whether any realm holds the mark; null where the platform does not support this. */
  readonly isHeld: (name: string) => Promise<boolean | null>
}

/** Everything that synchronization takes from its environment. */
export interface SyncEnv {
  readonly clock: Clock
  readonly network: Network
  readonly fetch: typeof globalThis.fetch
  readonly liveness: Liveness
  /** A random UUID. */
  readonly uuid: () => string
  /** The API's origin and base path, without a trailing slash. */
  readonly apiUrl: () => string
  /** The bearer token; null when no surveyor is signed in. */
  readonly token: () => string | null
  /** Asks the browser to wake the worker when the network is back (4.7). */
  readonly registerSync: () => void
}
