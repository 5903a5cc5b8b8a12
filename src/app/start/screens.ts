import type { ReactNode } from 'react'
import type { Router } from './router.tsx'

/**
 * What the app's frame shows.
 *
 *   start ──signed out, and no public screen asked for──► the login alone, without a router
 *     │                                                     │ signed in, a link, back or forward
 *     └──else──► every screen, by the router ◄──────────────┘
 */
export interface Screens {
  /** Null while there is only the login. */
  readonly router: Router | null
  /** `show` replaces these screens with others. */
  readonly render: (show: (next: Screens) => void) => ReactNode
}
