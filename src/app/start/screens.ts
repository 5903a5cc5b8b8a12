import type { ReactNode } from 'react'
import type { History } from '../../lib/navigation/history.ts'

/**
 * What the app's frame shows.
 *
 *   start ──signed out, and no public screen asked for──► the login alone, without a router
 *     │                                                     │ signed in, a link, back or forward
 *     └──else──► every screen, by the router ◄──────────────┘
 */
export interface Screens {
  /** What the router shows; null while there is only the login. */
  readonly history: History | null
  /** `show` replaces these screens with others. */
  readonly render: (show: (next: Screens) => void) => ReactNode
}
