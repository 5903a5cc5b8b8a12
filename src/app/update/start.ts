import type { VersionNews } from './version.ts'

/** What the screens need to know about this start of the app. */
export interface AppStart {
  /** Whether another version ran here before. */
  readonly news: Promise<VersionNews>
  /** Settles when the splash no longer covers the app. */
  readonly splashGone: Promise<void>
}
