import { filter, Subject, type Observable } from 'rxjs'
import type { Database } from '../collections/database.ts'
import { forgetRemoved } from '../collections/storage/forget-removed.ts'
import { isNoRoom } from '../collections/storage/no-room.ts'
import { collectFiles } from '../collections/writes/file-owners.ts'
import { readSetting, writeSetting } from '../collections/writes/write-settings.ts'
import { createApi } from './http/api.ts'
import type { Client } from './http/client.ts'
import type { Cancel, SyncEnv } from './env.ts'
import type { RunSummary, SyncEvent } from './outbox/events.ts'
import { backoffStepMs, busyRetryMs, collectEveryMs, maxPauseMs, syncTimeoutMs } from './limits.ts'
import { createLock } from './lock.ts'
import { makeReady, nextDue, type Selection } from './outbox/outbox-states.ts'
import { queueUnsent } from './outbox/queue.ts'
import type { DescribeDevice } from './pull/device-report.ts'
import { createRowsDown } from './pull/pull-submissions.ts'
import { createRefresh, type Refresh } from './pull/refresh.ts'
import { startReplications } from './replicate.ts'
import { createRunner } from './outbox/runner.ts'
import { returnAllExhausted } from './recovery/return-exhausted.ts'
import { retriedOf, type Run } from './outbox/work-off.ts'

/**
 * The conductor: decides when the outbox is worked off, and what is fetched afterwards.
 *
 *   idle ──an item is ready──► running ──► idle, refreshed
 *                                └──► no network: again after a growing pause, or when it is back
 *                                └──► another tab has the lease: again when it may be free
 *                                └──► session over: nothing until the next login
 *
 * Triggers, in any tab, only make items ready; ready items wake the runner, here or in another tab.
 */
export interface Sync {
  readonly events$: Observable<SyncEvent>
  /**
   * Makes the selected items ready, with those in Recovery that had only used up their tries, and works them off, because
   * the surveyor asks for it; returns the result.
   */
  readonly run: (selection: Selection) => Promise<RunSummary>
  /** Works off the ready items. */
  readonly wake: () => Promise<RunSummary>
  /** For automatic triggers (online again, start, data-sync); does nothing when Auto Sync is off (4.18). */
  readonly runIfAutomatic: () => Promise<void>
  readonly refresh: Refresh
  readonly stop: () => Promise<void>
}

/** What synchronization needs. */
export interface SyncParts {
  readonly db: Database
  readonly client: Client
  readonly env: SyncEnv
  /** Absent where devices report nothing of themselves. */
  readonly describeDevice?: DescribeDevice
}

/** Starts synchronizing a surveyor's database. */
export const startSync = (parts: SyncParts): Sync => {
  const { db, client, env } = parts
  const api = createApi(client, syncTimeoutMs)
  const events$ = new Subject<SyncEvent>()
  const lock = createLock(db, env)
  const extensions = client.extensions
  const runner = createRunner({ db, api, env, lock, extensions })
  let stopped = false
  let running: Promise<RunSummary> | null = null
  let again = false
  let isAsked = false
  let hasFailed = false
  let timer: Cancel = () => {}
  let isTimerSet = false
  let pauseMs = 0

  const rows = createRowsDown(db, env.clock)
  const refresh = createRefresh({
    ...parts,
    rows,
    api,
    lock,
    extensions,
    onResent: count => events$.next({ type: 'resent', count }),
  })

  /** Removes what needs no place any more, at most once a day and when there is nothing else to do. */
  const collect = async (): Promise<void> => {
    const now = env.clock.now()
    if (Math.abs(now - (await readSetting(db, 'filesCollected'))) < collectEveryMs) return
    await writeSetting(db, 'filesCollected', now)
    await collectFiles(db, now)
    await forgetRemoved(db)
  }

  const runOnce = async (): Promise<Run> => {
    again = false
    events$.next({ type: 'started' })
    const summary = await runner.run(item => events$.next({ type: 'recovered', item }))
    if (!stopped && summary.synced > 0) await writeSetting(db, 'lastSyncTime', env.clock.now())
    if (!stopped && (summary.synced > 0 || summary.isRestored)) await refresh.afterSync()
    events$.next({ type: 'finished', summary, isAsked })
    return summary
  }

  const wake = (): Promise<RunSummary> => {
    again = true
    runner.nudge()
    // Starts asynchronously, so that a wake from one of its own events finds it running.
    running ??= Promise.resolve().then(runWhileWoken)
    return running
  }

  const runWhileWoken = async (): Promise<RunSummary> => {
    try {
      hasFailed = false
      let summary = await runOnce()
      await planNext(summary)
      while (again && !stopped) {
        const next = await runOnce()
        summary = add(summary, next)
        // A run with nothing to send must not cancel the pause that the run before it needs, unless that is over.
        const isPlanned = isTimerSet && summary.stopped !== null && next.stopped === null
        if (!isPlanned) await planNext(next)
      }
      return summary
    } catch (error) {
      // A failed write (a full disk) ends the run, but a later one tries again.
      hasFailed = true
      tryLater()
      throw error
    } finally {
      // There is no await since `again` was last read, so no wake-up can be lost in between.
      running = null
      isAsked = false
    }
  }

  /** Sets the timer for the next automatic run, in place of the one before. */
  const setTimer = (inMs: number, work: () => Promise<unknown>): void => {
    isTimerSet = true
    timer = env.clock.after(inMs, () => {
      isTimerSet = false
      void work()
    })
  }

  const tryLater = (): void => {
    timer()
    if (!stopped) setTimer(maxPauseMs, runIfAutomatic)
  }

  /** Plans the next automatic run. */
  const planNext = async ({ stopped: why }: Pick<RunSummary, 'stopped'>): Promise<void> => {
    timer()
    isTimerSet = false
    if (stopped) return
    switch (why) {
      case 'busy':
      case 'lost':
        setTimer(busyRetryMs, wake)
        return
      case 'offline':
      case 'portal':
        pauseMs = Math.min(maxPauseMs, Math.max(backoffStepMs, pauseMs * 2))
        setTimer(pauseMs, runIfAutomatic)
        return
      case 'login':
        return
      case null: {
        pauseMs = 0
        await collect()
        const due = await nextDue(db)
        if (due === null) return
        const inMs = Math.min(maxPauseMs, Math.max(0, due - env.clock.now()))
        setTimer(inMs, wakeIfAutomatic)
      }
    }
  }

  /** Makes the selected items ready, after queueing work that a crash left without an item. */
  const select = async (selection: Selection): Promise<void> => {
    await queueUnsent(db, env.clock.now())
    await makeReady(db, selection)
  }

  /** Returns what only failed, unless a single submission was asked for. */
  const returnFailed = async (selection: Selection): Promise<void> => {
    if ('submissionId' in selection) return
    const formIds = 'formIds' in selection ? selection.formIds : null
    await returnAllExhausted(db, formIds, env.clock.now())
  }

  const mayRun = async (): Promise<boolean> =>
    !stopped &&
    env.network.isOnline() &&
    env.token() !== null &&
    (await readSetting(db, 'autoSync'))

  /** Without room on the device, which the storage guard reports, an automatic trigger tries later. */
  const ifAutomatic = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      if (await mayRun()) await work()
    } catch (error) {
      if (stopped) return
      if (!isNoRoom(error)) throw error
      tryLater()
    }
  }

  const wakeIfAutomatic = (): Promise<void> => ifAutomatic(wake)

  const runIfAutomatic = (): Promise<void> =>
    ifAutomatic(async () => {
      await select({ all: true })
      await wake()
    })

  const replications = startReplications(db, {
    runIsOver: async () => {
      await running?.catch(() => {})
    },
    wake: () => {
      // After a failed run, its own items are still ready. The timer tries them again.
      if (!stopped && !hasFailed && env.network.isOnline()) void wake()
    },
  })
  const nudges = becomesReady(db).subscribe(runner.nudge)
  // Without room on the device, a screen or a run fetches them later.
  refresh.ifStale('submissions').catch((error: unknown) => {
    if (!stopped && !isNoRoom(error)) throw error
  })
  const online = env.network.online$.subscribe(isOnline => {
    if (isOnline) void runIfAutomatic()
  })

  return {
    events$,
    run: async selection => {
      await returnFailed(selection)
      await select(selection)
      isAsked = true
      return wake()
    },
    wake,
    runIfAutomatic,
    refresh,
    stop: async () => {
      stopped = true
      // A run in progress begins no further attempt.
      lock.stop()
      timer()
      online.unsubscribe()
      nudges.unsubscribe()
      await replications.stop()
      await rows.stop()
      await running?.catch(() => {})
    },
  }
}

/** Emits when an item becomes ready, here or in another tab, so that a run in progress sends it next. */
const becomesReady = (db: Database): Observable<unknown> =>
  db.outbox.eventBulks$.pipe(
    filter(({ events }) =>
      events.some(
        ({ documentData, previousDocumentData }) =>
          documentData.state === 'ready' && previousDocumentData?.state !== 'ready',
      ),
    ),
  )

const add = (first: Run, second: Run): Run => {
  // The second run may have sent what the first postponed.
  const tried = new Map([...first.tried, ...second.tried])
  return {
    synced: first.synced + second.synced,
    sent: [...first.sent, ...second.sent],
    recovered: [...first.recovered, ...second.recovered],
    retried: retriedOf(tried),
    stopped: second.stopped ?? (second.synced > 0 ? null : first.stopped),
    tried,
    isRestored: first.isRestored || second.isRestored,
  }
}
