import type { Subscription } from 'rxjs'
import { catchUp } from '../../collections/storage/catch-up.ts'
import type { Database } from '../../collections/database.ts'
import type { Env } from '../env.ts'

/** What was written a moment before the tab was left may have been told to it too late. */
const marginMs = 60_000

/**
 * Lets a tab that is looked at again learn what others wrote while nobody saw it: a phone stops the tabs in its
 * background, and what is broadcast to them then is lost. Until it is unsubscribed.
 */
export const catchUpWhenSeen = (
  db: Database,
  { clock, visible$ }: Pick<Env, 'clock' | 'visible$'>,
): Subscription => {
  let lastAliveAt = clock.now()
  return visible$.subscribe(isVisible => {
    const sinceMs = lastAliveAt - marginMs
    lastAliveAt = clock.now()
    if (!isVisible) return
    void catchUp(db, sinceMs).catch((error: unknown) => {
      if (!db.closed) throw error
    })
  })
}
