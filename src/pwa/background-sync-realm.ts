import type { BackgroundOutcome } from './background-sync.ts'

/** What the worker and its second script know of each other: a classic script exports nothing. */
export interface BackgroundRealm {
  /** Set by the second script. */
  syncInBackground?: () => Promise<BackgroundOutcome>
  readonly registration: ServiceWorkerRegistration
}
