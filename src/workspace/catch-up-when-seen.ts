import type { Subscription } from 'rxjs'
import { catchUp } from '../../collections/storage/catch-up.ts'
import type { Database } from '../../collections/database.ts'
import type { Env } from '../env.ts'

/** A write from shortly before the tab was hidden may have reached this tab too late. */
const marginMs = 60_000

/**
 * Makes a tab that becomes visible again read what others wrote while it was hidden, because phones suspend background
 * tabs, which then miss broadcasts. Runs until it is unsubscribed.
 */
export const catchUpWhenSeen = (
  db: Database,
  { clock, visible$ }: Pick<Env, 'clock' | 'visible$'>,
): Subscription => {
  let lastAliveAt = clock.now()
  return visible$.subscribe(isVisible => {
    const now = clock.now()
    // Once the clock was set back, later writes may have any earlier time.
    const sinceMs = now < lastAliveAt ? 0 : lastAliveAt - marginMs
    lastAliveAt = now
    if (!isVisible) return
    void catchUp(db, sinceMs).catch((error: unknown) => {
      if (!db.closed) throw error
    })
  })
}
