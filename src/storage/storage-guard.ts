import {
  BehaviorSubject,
  combineLatest,
  debounceTime,
  type Observable,
  type Subscription,
} from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { freeBytes } from '../../collections/writes/make-room.ts'
import { isNoRoom } from '../../collections/storage/no-room.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import {
  refusedCount,
  unfinishedInterviewCount,
  unfinishedInterviews,
  visibleSubmissionCount,
  visibleSubmissions,
} from '../../collections/queries.ts'
import { rescueFromMemory } from '../../collections/storage/rescue.ts'
import { keepReserve, releaseReserve } from '../../collections/storage/reserve.ts'
import type { ClosedUnder } from '../../collections/one-database/connection.ts'
import type { StorageWatch } from '../../collections/one-database/storage.ts'
import type { Env } from '../env.ts'
import { pause } from '../lib/pause.ts'
import { dropOneMap } from '../ground/kept-map.ts'
import { evictBytes, reserveAboveBytes, roomPollMs, storageLow } from '../limits.ts'
import { rememberAnswers } from './answer-memory.ts'
import { interviewsOf, writeMarker, type Marker, type WorkCount } from './work-marker.ts'

/** The storage that the browser grants the app, and how much of it is left. */
export interface Room {
  readonly usedBytes: number
  /** 0 when the browser does not report it. */
  readonly quotaBytes: number
  /** Whether the browser promised not to evict the data. */
  readonly isPersistent: boolean
  /** Whether so little is left that photos may soon not fit. */
  readonly isLow: boolean
  /** Whether a write found no room since the app started, because some browsers give no other sign. */
  readonly isFull: boolean
}

/** What the surveyor must know about the storage. */
export type StorageNews =
  /** The browser deleted the data; `unsent` is the work that had not been sent when it was last counted. */
  | {
      readonly kind: 'deleted'
      readonly unsent: WorkCount
      readonly at: number
      /** Whether it happened while the app was running, and not before it started. */
      readonly isNow: boolean
      readonly rescued: boolean
    }
  /** The browser closed it, and it could not be opened again. */
  | { readonly kind: 'closed' }

/**
 * Guards the data on the device: asks the browser never to evict it, warns when room runs low, makes room when a write
 * finds none, and notices when the browser has deleted or closed the database.
 */
export interface StorageGuard {
  readonly room$: Observable<Room | null>
  readonly news$: Observable<StorageNews | null>
  /** Called when the surveyor has read the news. */
  readonly dismissNews: () => void
  /** Measures now. */
  readonly look: () => Promise<void>
  /** Asks the browser to keep everything; false when it does not promise that. */
  readonly persist: () => Promise<boolean>
  /** Resolves when the guard writes nothing any more. */
  readonly stop: () => Promise<void>
}

type GuardEnv = Pick<
  Env,
  | 'clock'
  | 'local'
  | 'indexedDb'
  | 'caches'
  | 'estimateStorage'
  | 'persistStorage'
  | 'isStoragePersistent'
>

/** Watches a storage before its database is open. The guard attaches itself afterwards. */
export interface LateWatch {
  readonly watch: StorageWatch
  readonly attach: (to: Required<Pick<StorageWatch, 'makeRoom' | 'closedUnder'>>) => void
}

/** Makes the watch that a storage is created with. */
export const createLateWatch = ({ clock, away$ }: Pick<Env, 'clock' | 'away$'>): LateWatch => {
  let attached: StorageWatch = {}
  return {
    watch: {
      makeRoom: async collection => (await attached.makeRoom?.(collection)) ?? false,
      closedUnder: what => attached.closedUnder?.(what),
      pause: () => pause(clock, reopenPauseMs),
      away$,
    },
    attach: to => {
      attached = to
    },
  }
}

interface GuardParts {
  readonly env: GuardEnv
  readonly db: Database
  /** The database's name, and its marker if the database was expected but is missing. */
  readonly name: string
  readonly missing: Marker | null
  readonly storage: LateWatch
  /** Called after a base map has made room. */
  readonly mapDropped: () => void
}

/** Starts to guard an open database. */
export const startStorageGuard = ({
  env,
  db,
  name,
  missing,
  storage,
  mapDropped,
}: GuardParts): StorageGuard => {
  const room$ = new BehaviorSubject<Room | null>(null)
  const news$ = new BehaviorSubject<StorageNews | null>(
    missing === null
      ? null
      : { kind: 'deleted', unsent: missing, at: missing.at, isNow: false, rescued: false },
  )
  let counted: WorkCount = { drafts: 0, submissions: 0, recovery: 0 }
  let isStopped = false
  let keeping: Promise<void> = Promise.resolve()
  let isMakingRoom = false
  let isFull = false
  let cancelPoll = () => {}

  const look = async (): Promise<void> => {
    const { usedBytes, quotaBytes } = await env.estimateStorage()
    const isPersistent = await env.isStoragePersistent()
    if (isStopped) return
    const free = quotaBytes - usedBytes
    const isLow =
      quotaBytes > 0 && (free < storageLow.freeBytes || usedBytes > quotaBytes * storageLow.share)
    room$.next({ usedBytes, quotaBytes, isPersistent, isLow: isLow || isFull, isFull })
    if (free <= reserveAboveBytes) return
    keeping = keepReserve(env.indexedDb).catch((error: unknown) => {
      // The browser's figure may be fixed, so a write that finds no room is the first reliable sign.
      if (!isNoRoom(error) || isFull) return
      isFull = true
      void look().catch(() => {})
    })
    await keeping
  }

  const poll = (): void => {
    void look().catch(() => {})
    cancelPoll = env.clock.after(roomPollMs, poll)
  }

  const makeRoom = async (collection: string): Promise<boolean> => {
    // Making room writes as well, so it must not wait for itself.
    if (isMakingRoom) return false
    isMakingRoom = true
    isFull = true
    try {
      // A base map is the first to go, because the server has it.
      if (await dropOneMap(env, name).catch(() => false)) {
        mapDropped()
        return true
      }
      if ((await freeBytes(db, evictBytes)) > 0) return true
      return collection !== 'file_uploads' && (await releaseReserve(env.indexedDb))
    } catch {
      return false
    } finally {
      isMakingRoom = false
      void look().catch(() => {})
    }
  }

  const memory = rememberAnswers(db)
  /** Writes back what memory has; returns whether that is anything. */
  const writeBack = async (): Promise<boolean> => {
    const found = await rescueFromMemory(db, memory.answers())
    // Memory has the notes of what was fetched, but not all of what was fetched.
    await writeSetting(db, 'changesCursor', '')
    await writeSetting(db, 'allPagesFetched', false)
    return [...found.values()].some(count => count > 0)
  }
  let isRescuing = false
  const rescue = (): void => {
    if (isRescuing) return
    isRescuing = true
    const noted = counted
    env.clock.after(rescueAfterMs, () => {
      isRescuing = false
      if (isStopped) return
      const report = (rescued: boolean) =>
        news$.next({ kind: 'deleted', unsent: noted, at: env.clock.now(), isNow: true, rescued })
      writeBack().then(report, () => report(false))
    })
  }

  const closedUnder = (what: ClosedUnder): void => {
    if (isStopped) return
    switch (what) {
      case 'kept':
      case 'taken':
        return
      case 'empty':
        return rescue()
      case 'failed':
        news$.next({ kind: 'closed' })
    }
  }
  storage.attach({ makeRoom, closedUnder })

  const persist = async (): Promise<boolean> => {
    const isKept = (await env.isStoragePersistent()) || (await env.persistStorage())
    await look()
    return isKept
  }

  const subscriptions: Subscription[] = [
    workCount$(db).subscribe(count => {
      const isFirstWork = interviewsOf(counted) === 0 && interviewsOf(count) > 0
      // Not during a rescue, which still needs the count of the deleted work.
      if (!isRescuing) counted = count
      writeMarker(env.local, name, { ...counted, at: env.clock.now() })
      if (isFirstWork) void persist().catch(() => {})
    }),
    // Kept in memory by these subscriptions, so that it can be written back.
    unfinishedInterviews(heldUnfinished).build(db.submissions).$.subscribe(),
    visibleSubmissions({ pendingOnly: true }, heldInMemory).build(db.submissions).$.subscribe(),
  ]
  poll()

  return {
    room$,
    news$,
    dismissNews: () => news$.next(null),
    look,
    persist,
    stop: async () => {
      isStopped = true
      cancelPoll()
      memory.stop()
      for (const subscription of subscriptions) subscription.unsubscribe()
      await keeping
    },
  }
}

/** How many unsent submissions, the newest first, are kept in memory. */
const heldInMemory = 50

/** How many unfinished interviews are; more than a surveyor has, because the oldest are first. */
const heldUnfinished = 500

/** The pause between two tries to open a database again. */
const reopenPauseMs = 250

/** The pause before a rescue, so that the writes that waited for the reopening are done. */
const rescueAfterMs = 1000

/** The amount of unsent work; emits at each change. */
const workCount$ = (db: Database): Observable<WorkCount> =>
  combineLatest({
    drafts: unfinishedInterviewCount.count(db.submissions).$,
    submissions: visibleSubmissionCount({ pendingOnly: true }).count(db.submissions).$,
    recovery: refusedCount.count(db.submissions).$,
  }).pipe(debounceTime(0)) as Observable<WorkCount>
