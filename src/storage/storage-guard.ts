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
import {
  recoveryCount,
  unfinishedInterviewCount,
  unfinishedInterviews,
  visibleSubmissionCount,
  visibleSubmissions,
} from '../../collections/queries.ts'
import { rescueFromMemory } from '../../collections/storage/rescue.ts'
import { keepReserve, releaseReserve } from '../../collections/storage/reserve.ts'
import type { ClosedUnder } from '../../collections/storage/reopen.ts'
import type { StorageWatch } from '../../collections/storage/storage.ts'
import type { Env } from '../env.ts'
import { pause } from '../lib/pause.ts'
import { evictBytes, reserveAboveBytes, roomPollMs, storageLow } from '../limits.ts'
import { rememberAnswers } from './answer-memory.ts'
import { writeMarker, type Marker, type WorkCount } from './work-marker.ts'

/** What the browser gives the app, and how much of it is left. */
export interface Room {
  readonly usedBytes: number
  /** 0 when the browser does not tell. */
  readonly quotaBytes: number
  /** The browser promised not to evict it. */
  readonly isPersistent: boolean
  /** So little is left that photos may soon not fit. */
  readonly isLow: boolean
  /** A write found no room since the app was started: some browsers tell of no other end. */
  readonly isFull: boolean
}

/** What a surveyor must be told of their storage. */
export type StorageNews =
  /** The browser deleted it; what had not been sent then, as far as it was noted. */
  | {
      readonly kind: 'deleted'
      readonly unsent: WorkCount
      readonly at: number
      /** Under the running app, and not before it was started. */
      readonly isNow: boolean
      readonly rescued: boolean
    }
  /** The browser closed it, and it could not be opened again. */
  | { readonly kind: 'closed' }

/**
 * Watches over what the device keeps: asks that it is never evicted, tells when there is little room, makes
 * room when a write finds none, and notices when the browser has deleted or closed it.
 */
export interface StorageGuard {
  readonly room$: Observable<Room | null>
  readonly news$: Observable<StorageNews | null>
  /** The surveyor has read it. */
  readonly dismissNews: () => void
  /** Measures now. */
  readonly look: () => Promise<void>
  /** Asks the browser to keep everything; false when it would not promise. */
  readonly persist: () => Promise<boolean>
  /** Resolves when it writes nothing any more. */
  readonly stop: () => Promise<void>
}

type GuardEnv = Pick<
  Env,
  'clock' | 'local' | 'indexedDb' | 'estimateStorage' | 'persistStorage' | 'isStoragePersistent'
>

/** What the storage asks and tells before there is a database; the guard takes over once it is open. */
export interface LateWatch {
  readonly watch: StorageWatch
  readonly attach: (to: Required<Omit<StorageWatch, 'pause'>>) => void
}

/** A watch to make a storage with. */
export const createLateWatch = ({ clock }: Pick<Env, 'clock'>): LateWatch => {
  let attached: StorageWatch = {}
  return {
    watch: {
      makeRoom: async collection => (await attached.makeRoom?.(collection)) ?? false,
      closedUnder: what => attached.closedUnder?.(what),
      pause: () => pause(clock, reopenPauseMs),
    },
    attach: to => {
      attached = to
    },
  }
}

/** What the guard watches over, and with what. */
export interface GuardParts {
  readonly env: GuardEnv
  readonly db: Database
  /** The database's name, and what was noted of it if it was expected and not found. */
  readonly name: string
  readonly missing: Marker | null
  readonly storage: LateWatch
}

/** Begins to watch over an open database. */
export const startStorageGuard = ({
  env,
  db,
  name,
  missing,
  storage,
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
      // What the browser tells may be a fixed figure: that this did not fit is the first true word of it.
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
    // What makes room writes too: it must not wait for itself.
    if (isMakingRoom) return false
    isMakingRoom = true
    isFull = true
    try {
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
  let isRescuing = false
  /** Every collection is a database of its own, and tells of its own end: one rescue is for all. */
  const rescue = (): void => {
    if (isRescuing) return
    isRescuing = true
    const noted = counted
    env.clock.after(rescueAfterMs, () => {
      isRescuing = false
      if (isStopped) return
      const report = (rescued: boolean) =>
        news$.next({ kind: 'deleted', unsent: noted, at: env.clock.now(), isNow: true, rescued })
      rescueFromMemory(db, memory.answers()).then(
        found => report([...found.values()].some(count => count > 0)),
        () => report(false),
      )
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
      const isFirstWork = sum(counted) === 0 && sum(count) > 0
      // What the browser has just deleted is still to be told of.
      if (!isRescuing) counted = count
      writeMarker(env.local, name, { ...counted, at: env.clock.now() })
      if (isFirstWork) void persist().catch(() => {})
    }),
    // Watched so that they stay in memory, from where they can be written back.
    unfinishedInterviews(undefined, heldInMemory).build(db.drafts).$.subscribe(),
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

/** Of the newest unsent work so much is kept in memory. */
const heldInMemory = 50

/** Between two tries to open a database again. */
const reopenPauseMs = 250

/** The databases of all collections have been opened again by then. */
const rescueAfterMs = 1000

const sum = ({ drafts, submissions, recovery }: WorkCount): number =>
  drafts + submissions + recovery

/** How much unsent work there is, now and whenever it changes. */
const workCount$ = (db: Database): Observable<WorkCount> =>
  combineLatest({
    drafts: unfinishedInterviewCount.count(db.drafts).$,
    submissions: visibleSubmissionCount({ pendingOnly: true }).count(db.submissions).$,
    recovery: recoveryCount.count(db.recovery).$,
  }).pipe(debounceTime(0)) as Observable<WorkCount>
