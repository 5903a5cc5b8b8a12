import { filter, map, Observable, pairwise, type Subscription } from 'rxjs'
import type { Client } from './client.ts'
import type { Cancel, Clock } from '../env.ts'
import { backoffStepMs, maxPauseMs } from '../limits.ts'
import type { Reachability } from './reachability.ts'

/**
 * Emits whenever the server is reached again after a login page or a server that was down. One small request asks
 * for it, after 5 s, 10 s and so on up to a minute: the browser has no event for either. It asks after a single
 * failure too, which may be the first sign of them.
 *
 *   answered ──something failed──► in doubt: pause, ask, pause twice as long, ask ...
 *      ▲                               │
 *      └────────── answered ───────────┴──no network: nobody is asked, the browser tells of its return
 */
export const reachedAgain$ = ({
  lookout,
  clock,
  ask,
}: {
  readonly lookout: Pick<Client['lookout'], 'reachability$' | 'isDoubted$'>
  readonly clock: Pick<Clock, 'after'>
  /** Asks the server for something small; its answer is seen by the lookout. */
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
      // Planned first: an answer that ends the doubt takes it back.
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
