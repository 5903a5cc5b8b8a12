import {
  asyncScheduler,
  catchError,
  combineLatest,
  map,
  of,
  ReplaySubject,
  scan,
  share,
  switchMap,
  throttleTime,
  type Observable,
} from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { readyItemCount, readyItems } from '../../collections/queries.ts'
import { outboxRank, type OutboxType } from '../../collections/schemas/outbox.ts'
import type { Sync } from '../../replication/sync.ts'

/** What is being sent, and how many of how many (8.19, 8.45). */
export interface Sending {
  readonly kind: 'submission' | 'files' | 'profile'
  readonly current: number
  readonly total: number
}

/** How often to count again; a reader sees no more than a few a second. */
const paceMs = 250

const { interactive, files, last } = outboxRank
const answerCount = readyItemCount({ $gte: interactive, $lt: files })
const filesCount = readyItemCount({ $gte: files, $lte: last })

/** What is left, and what has gone since sending began. */
interface Count {
  readonly first: OutboxType | undefined
  readonly left: Readonly<Record<'answers' | 'files', number>>
  readonly gone: Readonly<Record<'answers' | 'files', number>>
}

const none: Count = {
  first: undefined,
  left: { answers: 0, files: 0 },
  gone: { answers: 0, files: 0 },
}

/** Counts further; what is in flight is still ready, and what is no longer ready was tried. */
const countOn = ({ left, gone }: Count, now: Pick<Count, 'first' | 'left'>): Count => {
  const goneOf = (what: 'answers' | 'files') =>
    gone[what] + Math.max(0, left[what] - now.left[what])
  return { ...now, gone: { answers: goneOf('answers'), files: goneOf('files') } }
}

/** The first that has not arrived, because several may be in flight. */
const sendingOf = ({ first, left, gone }: Count): Sending | null => {
  if (first === undefined) return null
  const what = first === 'FILE_UPLOAD' ? 'files' : 'answers'
  const total = Math.max(1, gone[what] + left[what])
  const kind = first === 'PROFILE' ? 'profile' : what === 'files' ? 'files' : 'submission'
  return { kind, current: Math.min(total, gone[what] + 1), total }
}

/** What is being sent, by this tab or another; null for nothing. All subscribers share one count. */
export const watchSending = (
  { outbox }: Pick<Database, 'outbox'>,
  { active$ }: Pick<Sync, 'active$'>,
): Observable<Sending | null> => {
  const left$ = combineLatest([
    readyItems().build(outbox).$,
    answerCount.count(outbox).$,
    filesCount.count(outbox).$,
  ]).pipe(
    throttleTime(paceMs, asyncScheduler, { leading: true, trailing: true }),
    map(([[first], answers, inFiles]) => ({
      first: first?.type,
      left: { answers, files: inFiles },
    })),
    scan(countOn, none),
    map(sendingOf),
  )
  return active$.pipe(
    // A read that fails shows nothing until the next push.
    switchMap(isActive => (isActive ? left$.pipe(catchError(() => of(null))) : of(null))),
    share({ connector: () => new ReplaySubject(1) }),
  )
}
