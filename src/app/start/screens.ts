import type { ReactNode } from 'react'
import type { Router } from './router.tsx'

/**
 * What stands in the app's frame.
 *
 *   start ──signed out, and no other place asked for──► the login alone, without a router
 *     │                                                   │ signed in, a link, back or forward
 *     └──else──► every screen, by the router ◄────────────┘
 */
export interface Screens {
  /** Null where only the login is there. */
  readonly router: Router | null
  /** `show` puts others in their place. */
  readonly render: (show: (next: Screens) => void) => ReactNode
}
