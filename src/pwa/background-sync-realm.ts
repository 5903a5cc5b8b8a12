import type { BackgroundOutcome } from './background-sync.ts'

/** What the worker and its second script share through the global object, because a classic script has no exports. */
export interface BackgroundRealm {
  /** Set by the second script. */
  syncInBackground?: () => Promise<BackgroundOutcome>
  readonly registration: ServiceWorkerRegistration
}
