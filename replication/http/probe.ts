import { filter, map, Observable, pairwise, type Subscription } from 'rxjs'
import type { Client } from './client.ts'
import type { Cancel, Clock } from '../env.ts'
import { backoffStepMs, maxPauseMs } from '../limits.ts'
import type { Reachability } from './reachability.ts'

/**
 * Emits whenever the server is reached again after a login page or after it was down. Sends one small request after
 * 5 s, 10 s and so on up to a minute, because the browser has no event for either. A single failure starts this too,
 * because it may be the first sign of them.
 *
 *   answered ──a request failed──► in doubt: pause, ask, pause twice as long, ask ...
 *      ▲                               │
 *      └────────── answered ───────────┴──no network: no request, because the browser has an event for its return
 */
export const reachedAgain$ = ({
  lookout,
  clock,
  ask,
}: {
  readonly lookout: Pick<Client['lookout'], 'reachability$' | 'isDoubted$'>
  readonly clock: Pick<Clock, 'after'>
  /** Makes a small request; the lookout sees its outcome. */
  readonly ask: () => Promise<unknown>
}): Observable<void> =>
  new Observable(subscriber => {
    const asking = askWhileDoubted(lookout.isDoubted$, clock, ask)
    const back = lookout.reachability$
      .pipe(
        pairwise(),
        filter(([before, now]) => isUnreached(before) && isReached(now)),
        map(() => undefined),
      )
      .subscribe(subscriber)
    return () => {
      asking.unsubscribe()
      back.unsubscribe()
    }
  })

const askWhileDoubted = (
  isDoubted$: Observable<boolean>,
  clock: Pick<Clock, 'after'>,
  ask: () => Promise<unknown>,
): Subscription => {
  let pauseMs = 0
  let cancel: Cancel = () => {}
  const plan = (): void => {
    pauseMs = Math.min(maxPauseMs, Math.max(backoffStepMs, pauseMs * 2))
    cancel = clock.after(pauseMs, () => {
      // Planned first, because an answer that ends the doubt cancels the plan.
      plan()
      void ask()
    })
  }
  const doubts = isDoubted$.subscribe(isDoubted => {
    cancel()
    pauseMs = 0
    if (isDoubted) plan()
  })
  doubts.add(() => cancel())
  return doubts
}

const isUnreached = ({ kind }: Reachability): boolean =>
  kind === 'login-page' || kind === 'server-down'

const isReached = ({ kind }: Reachability): boolean => kind === 'slow' || kind === 'good'
