import type { VersionNews } from './version.ts'

/** What a start of the app brings, for the screens that tell of it. */
export interface AppStart {
  /** Whether another version ran here before. */
  readonly news: Promise<VersionNews>
  /** Settles when nothing covers the app any more. */
  readonly splashGone: Promise<void>
}
