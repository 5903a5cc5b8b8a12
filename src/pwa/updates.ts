import { BehaviorSubject, filter, type Observable, type Subscription } from 'rxjs'
import type { Cancel } from '../../replication/env.ts'
import type { Env } from '../env.ts'
import { updateHandshakeMs, updatePollMs, updateReloadMs } from '../limits.ts'
import { isMessage, skipWaiting, updateComplete, updateStarted } from '../lib/worker/messages.ts'

/**
 * How the app moves from one version to the next (4.31). An update never interrupts: it waits while work is going on.
 *
 *   none ──a new version waits──► offered ──Update Now──► held ──no work goes on──► updating ──► reload
 *              ▲                     │                     │                            ▲
 *              └───────── Later ─────┴─────────────────────┘                            │
 *   any ──another tab has updated──► outdated ──Reload──► held ─────────────────────────┘
 *
 * updating: the waiting worker is asked to take over, and asked again after 5 s without an answer. The page reloads
 * when the worker has taken over, and after 10 s in any case.
 */
export type UpdateState =
  | { readonly kind: 'none' | 'offered' | 'updating' | 'outdated' }
  | { readonly kind: 'held'; readonly by: Busy }

/** What an update waits for: a survey here or in another tab, or a sync. */
export type Busy = 'form' | 'sync' | 'tab'

/** The update of this tab, with the actions of its card. */
export interface Updates {
  readonly state$: Observable<UpdateState>
  readonly current: () => UpdateState
  readonly updateNow: () => void
  /** Dismisses the offer until another version comes or the app restarts. */
  readonly later: () => void
  /** Starts watching for new versions; returns a function that stops it. */
  readonly start: () => () => void
}

interface UpdateParts {
  readonly env: Pick<Env, 'clock' | 'network' | 'visible$' | 'worker' | 'workerMessages$'> & {
    readonly page: Pick<Env['page'], 'reload'>
  }
  /** What must not be interrupted now; null when nothing. */
  readonly busyWith: () => Promise<Busy | null>
}

/** How often to check for ongoing work, and how many checks in a row must find none. */
const lookMs = 1000
const quietLooks = 2

/** Makes the update; it does nothing before `start`. */
export const createUpdates = ({ env, busyWith }: UpdateParts): Updates => {
  const state$ = new BehaviorSubject<UpdateState>({ kind: 'none' })
  const isNow = (...kinds: UpdateState['kind'][]) => kinds.includes(state$.value.kind)
  const timers = new Set<Cancel>()
  /** Whether another version already controls the page, so that only a reload is missing. */
  let isTakenOver = false
  let isReloading = false
  let hasAnswered = false
  let visible = true
  let pollTimer: Cancel = () => {}

  const after = (delayMs: number, run: () => void): void => {
    const cancel = env.clock.after(delayMs, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }
  const stopTimers = () => {
    for (const cancel of timers) cancel()
    timers.clear()
  }

  const reload = (): void => {
    if (isReloading) return
    isReloading = true
    env.page.reload()
  }

  const takeOver = (): void => {
    state$.next({ kind: 'updating' })
    if (isTakenOver) return reload()
    hasAnswered = false
    env.worker.postToWaiting(skipWaiting)
    after(updateHandshakeMs, () => {
      if (!hasAnswered) env.worker.postToWaiting(skipWaiting)
    })
    after(updateReloadMs, reload)
  }

  /** Updates as soon as no work is going on: at once, or after several quiet checks. */
  const goWhenQuiet = async (looksLeft: number): Promise<void> => {
    const before = state$.value
    const by = await busyWith()
    // Dismissed or taken over during the check.
    if (state$.value !== before) return
    if (by === null && looksLeft <= 1) return takeOver()
    if (by !== null) state$.next({ kind: 'held', by })
    after(lookMs, () => void goWhenQuiet(by === null ? looksLeft - 1 : quietLooks))
  }

  const look = (): void => {
    if (visible && env.network.isOnline()) env.worker.look()
  }
  const poll = (): void => {
    pollTimer = env.clock.after(updatePollMs, () => {
      look()
      poll()
    })
  }

  const watch = (): readonly Subscription[] => [
    env.worker.waiting$.pipe(filter(count => count > 0)).subscribe(() => {
      if (isNow('none')) state$.next({ kind: 'offered' })
    }),
    env.worker.takenOver$.subscribe(() => {
      isTakenOver = true
      if (isNow('updating')) return reload()
      // This tab is waiting to update too. It stays held, and will then only reload.
      if (isNow('held')) return
      state$.next({ kind: 'outdated' })
    }),
    env.workerMessages$.subscribe(message => {
      if (isMessage(message, updateStarted)) hasAnswered = true
      if (isMessage(message, updateComplete) && isNow('updating')) reload()
    }),
    env.visible$.subscribe(isVisible => {
      visible = isVisible
      look()
    }),
  ]

  return {
    state$,
    current: () => state$.value,
    updateNow: () => {
      if (isNow('offered', 'outdated')) void goWhenQuiet(1)
    },
    later: () => {
      if (isNow('updating')) return
      stopTimers()
      state$.next({ kind: 'none' })
    },
    start: () => {
      poll()
      const subscriptions = watch()
      return () => {
        stopTimers()
        pollTimer()
        for (const subscription of subscriptions) subscription.unsubscribe()
      }
    },
  }
}
