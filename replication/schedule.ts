import type { Database } from '../collections/database.ts'
import { itemsToTry } from '../collections/queries.ts'
import { inOrder } from '../collections/query.ts'
import type { Cancel, Clock } from './env.ts'
import { backoffStepMs, maxPauseMs } from './limits.ts'
import type { StopReason } from './outbox/events.ts'

/** When work is tried again by itself: after a growing pause without a network, and when an item is due. */
export interface Schedule {
  /** Plans what follows a run that ended so; null when it tried all that was ready. */
  readonly after: (why: StopReason | null) => void
  /** Plans a run in a minute, because a write failed. */
  readonly afterFailure: () => void
  /** Ends the pause, because the network changed. */
  readonly endPause: () => void
  readonly stop: () => void
}

/** What is done at its time. */
interface Work {
  readonly run: () => void
  readonly makeDueReady: () => void
}

/** Starts the schedule of a database's outbox; it runs until stopped. */
export const createSchedule = (
  db: Database,
  clock: Pick<Clock, 'now' | 'after'>,
  { run, makeDueReady }: Work,
): Schedule => {
  let runTimer: Cancel = () => {}
  let dueTimer: Cancel = () => {}
  let pauseMs = 0
  let pausedUntil = 0

  const runAfter = (ms: number): void => {
    runTimer()
    runTimer = clock.after(ms, () => {
      pausedUntil = 0
      run()
    })
  }

  /** Waits until an item is due and there is no pause. Looks again after a minute, because the clock may be set meanwhile. */
  const waitForDue = (at: number): void => {
    dueTimer()
    const inMs = Math.max(at, pausedUntil) - clock.now()
    dueTimer = clock.after(Math.min(maxPauseMs, Math.max(0, inMs)), () => {
      const isPaused = clock.now() < pausedUntil
      if (!isPaused) makeDueReady()
      if (isPaused || at > clock.now()) waitForDue(at)
    })
  }

  const due = itemsToTry(inOrder, 1)
    .build(db.outbox)
    .$.subscribe(([first]) => {
      if (first === undefined) dueTimer()
      else waitForDue(first.nextRetryAt)
    })

  return {
    after: why => {
      if (why === null) pauseMs = 0
      if (why !== 'offline' && why !== 'portal') return
      pauseMs = Math.min(maxPauseMs, Math.max(backoffStepMs, pauseMs * 2))
      pausedUntil = clock.now() + pauseMs
      runAfter(pauseMs)
    },
    afterFailure: () => {
      pausedUntil = 0
      runAfter(maxPauseMs)
    },
    endPause: () => {
      pausedUntil = 0
    },
    stop: () => {
      due.unsubscribe()
      runTimer()
      dueTimer()
    },
  }
}
