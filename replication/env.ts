import type { Observable } from 'rxjs'

/** Takes back a timer that has not run yet. */
export type Cancel = () => void

/** Time as the device tells it. */
export interface Clock {
  /** Epoch ms; may jump in either direction. */
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Cancel
}

/** What the browser believes of the network; reachability is learnt from answers. */
export interface Network {
  readonly isOnline: () => boolean
  readonly online$: Observable<boolean>
  /** The browser's estimate, where it gives one. */
  readonly connection: () => { readonly effectiveType?: string; readonly downlinkMbps?: number }
}

/**
 * Marks this tab or worker as alive while it holds the sync lease, so that another may take over at
 * once when it dies, instead of waiting for the lease to end.
 */
export interface Liveness {
  /** Keeps the mark until the returned function is called or this realm ends. */
  readonly hold: (name: string) => Promise<() => void>
  /** Whether somebody holds the mark; null where the platform cannot tell. */
  readonly isHeld: (name: string) => Promise<boolean | null>
}

/** Everything that synchronizing takes from the world. */
export interface SyncEnv {
  readonly clock: Clock
  readonly network: Network
  readonly fetch: typeof globalThis.fetch
  readonly liveness: Liveness
  /** A random UUID. */
  readonly uuid: () => string
  /** The API's origin and base path, without a slash at its end. */
  readonly apiUrl: () => string
  /** The bearer token; null when nobody is signed in. */
  readonly token: () => string | null
  /** Asks the browser to wake the worker when the network is back (4.7). */
  readonly registerSync: () => void
}
