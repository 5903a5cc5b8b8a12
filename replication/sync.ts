import { Subject, type Observable } from 'rxjs'
import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/schemas/outbox.ts'
import { isNoRoom } from '../collections/storage/no-room.ts'
import { readSetting, writeSetting } from '../collections/writes/write-settings.ts'
import { createApi } from './http/api.ts'
import type { Client } from './http/client.ts'
import { collect } from './collect.ts'
import type { SyncEnv } from './env.ts'
import type { RunSummary, SyncEvent } from './outbox/events.ts'
import { busyRetryMs, syncTimeoutMs } from './limits.ts'
import { createLock } from './lock.ts'
import {
  isReady,
  makeDueReady,
  isPaused,
  makeReady,
  renewReady,
  type Selection,
} from './outbox/outbox-states.ts'
import { queueUnsent } from './outbox/queue.ts'
import type { DescribeDevice } from './pull/device-report.ts'
import { createDowns } from './pull/downs.ts'
import { createRefresh, type Refresh } from './pull/refresh.ts'
import { createRunner } from './run/runner.ts'
import { returnAllExhausted } from './recovery/return-exhausted.ts'
import { createSchedule } from './schedule.ts'
import { retriedOf, type Run } from './run/work-off.ts'
import { createUp, outboxReplication } from './up.ts'

/**
 * The conductor: RxDB hands over what is ready, a run sends it, and then what changed is fetched.
 *
 *   an item is ready ──► RxDB's push ──► a run ──► what it sent is fetched ──► RxDB notes that it was pushed
 *                                         └──► no network: its items wait for the network, or a growing pause
 *                                         └──► another tab has the lease: until it is free, or the items are sent
 *                                         └──► session over: nothing until the next login
 *                                         └──► a write fails: ended, and begun again after a minute or by a trigger
 *
 * Triggers, in any tab, only make items ready, and so does the time at which one is due.
 */
export interface Sync {
  readonly events$: Observable<SyncEvent>
  /** Whether what is ready is being sent, by this tab or by the one for which it waits; first what is now. */
  readonly active$: Observable<boolean>
  /**
   * Makes the selected items ready, with those in Recovery that had only used up their tries, because the surveyor asks for
   * it. Resolves when they were tried, or when another tab is sending.
   */
  readonly run: (selection: Selection) => Promise<RunSummary>
  /** Resolves when all that is ready was tried, or when another tab is sending. Begins again what a failure had ended. */
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

/** Who waits for what is ready, and is notified of each run meanwhile. */
type Asker = { readonly ran: (run: Run) => void; readonly failed: (error: unknown) => void }

/** Starts synchronizing a surveyor's database. */
export const startSync = (parts: SyncParts): Sync => {
  const { db, client, env } = parts
  const api = createApi(client, syncTimeoutMs)
  const events$ = new Subject<SyncEvent>()
  const lock = createLock(db, env, client.moved$)
  const { extensions } = client
  const runner = createRunner({ ...parts, api, lock, extensions })
  const askers = new Set<Asker>()
  let stopped = false
  let isAsked = false
  let running: Promise<unknown> = Promise.resolve()
  let endPause = () => {}

  const downs = createDowns(db, env.clock)
  const refresh = createRefresh({
    ...parts,
    downs,
    api,
    lock,
    extensions,
    onResent: count => events$.next({ type: 'resent', count }),
  })

  const runOnce = async (): Promise<Run> => {
    events$.next({ type: 'started' })
    const run = await runner.run(item => events$.next({ type: 'recovered', item }))
    if (!stopped && run.synced > 0) await writeSetting(db, 'lastSyncTime', env.clock.now())
    if (!stopped && (run.synced > 0 || run.isRestored)) await refresh.afterSync()
    events$.next({ type: 'finished', summary: run, isAsked })
    if (!stopped) schedule.after(run.stopped)
    for (const asker of askers) asker.ran(run)
    return run
  }

  /** Sends what RxDB hands over, or waits until the tab that has the lease has sent it. */
  const carry = async (items: readonly OutboxDoc[]): Promise<void> => {
    for (;;) {
      const run = await runOnce()
      if (!isElsewhere(run) || stopped) return
      await new Promise<void>(resolve => {
        const cancel = env.clock.after(busyRetryMs, resolve)
        endPause = () => {
          cancel()
          resolve()
        }
      })
      if (stopped || !(await areReady(db, items))) return
    }
  }

  const up = createUp<OutboxDoc>({
    collection: db.outbox,
    identifier: outboxReplication,
    isDue: isReady,
    renewDue: () => renewReady(db),
    carry: items => {
      const carrying = carry(items)
      running = carrying.catch(() => {})
      return carrying
    },
    failed: error => {
      schedule.afterFailure()
      // The storage guard reports a full device.
      if (askers.size === 0 && !isNoRoom(error)) void report(error)
      for (const asker of askers) asker.failed(error)
    },
  })

  /** Makes items ready, and waits until all that are ready were tried; returns what the runs did meanwhile. */
  const tryAll = (prepare: () => Promise<void>): Promise<RunSummary> =>
    new Promise((resolve, reject) => {
      let all: Run | null = null
      const asker: Asker = {
        ran: run => {
          all = all === null ? run : add(all, run)
          if (isElsewhere(run)) end()
        },
        failed: error => {
          // The database closes after a stop, under what still reads it.
          if (stopped) return end()
          askers.delete(asker)
          reject(error)
        },
      }
      const end = () => {
        askers.delete(asker)
        resolve(all ?? nothingRan)
      }
      const tidy = async () => {
        const isDone = all === null || all.stopped === null
        if (isDone && !stopped) await collect(db, env.clock.now())
      }
      askers.add(asker)
      prepare().then(up.settled).then(tidy).then(end, asker.failed)
    })

  /** Makes the selected items ready, and what is due, after queueing work that a crash left without an item. */
  const select = async (
    selection: Selection,
    isLeft?: Parameters<typeof makeReady>[2],
  ): Promise<void> => {
    await queueUnsent(db, env.clock.now())
    await makeReady(db, selection, isLeft)
    await makeDueReady(db, env.clock.now())
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
      schedule.afterFailure()
      if (!isNoRoom(error)) throw error
    }
  }

  const runAll = (isLeft?: Parameters<typeof makeReady>[2]): Promise<void> =>
    ifAutomatic(() => tryAll(() => select({ all: true }, isLeft)))
  const runIfAutomatic = (): Promise<void> => runAll(isPaused)

  const schedule = createSchedule(db, env.clock, {
    run: () => void runIfAutomatic(),
    makeDueReady: () => void ifAutomatic(() => makeDueReady(db, env.clock.now())),
  })
  const online = env.network.online$.subscribe(isOnline => {
    schedule.endPause()
    if (isOnline) void runAll()
  })

  return {
    events$,
    active$: up.active$,
    run: async selection => {
      isAsked = true
      try {
        return await tryAll(async () => {
          await returnFailed(selection)
          await select(selection)
        })
      } finally {
        isAsked = false
      }
    },
    wake: () => tryAll(() => Promise.resolve()),
    runIfAutomatic,
    refresh,
    stop: async () => {
      stopped = true
      // A run in progress begins no further attempt.
      lock.stop()
      schedule.stop()
      online.unsubscribe()
      runner.stop()
      await up.stop()
      endPause()
      await downs.stop()
      await running
    },
  }
}

/** Reports a defect for which no caller waits, as an unhandled rejection. */
const report = async (error: unknown): Promise<never> => {
  throw error
}

/** Whether another tab has the lease. */
const isElsewhere = ({ stopped: why }: RunSummary): boolean => why === 'busy' || why === 'lost'

/** Whether any of the items is still to be sent. */
const areReady = async (db: Database, items: readonly OutboxDoc[]): Promise<boolean> => {
  const ids = items.map(({ id }) => id)
  const stored = await db.outbox.storageInstance.findDocumentsById(ids, false)
  return stored.some(isReady)
}

const nothingRan: RunSummary = { synced: 0, sent: [], recovered: [], retried: 0, stopped: null }

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
