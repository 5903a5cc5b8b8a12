import type { RxReplicationState } from 'rxdb/plugins/replication'
import { merge, firstValueFrom, from, map } from 'rxjs'

/** What the replications of RxDB have in common here: how they begin, fail and end. */

/**
 * How every replication runs: in each tab, because the lease decides which of them talks to the server. Also the worker's,
 * which is stopped after one push, because one that is not live waits for its own handler when it is cancelled there.
 */
export const everywhere = {
  live: true,
  waitForLeadership: false,
  toggleOnDocumentVisible: false,
} as const

/** A replication that begins again after a failed write. */
export interface Kept<Doc, Checkpoint> {
  /** The replication that goes on, begun again if it had ended; null once stopped. Throws why it could not begin. */
  readonly going: () => Promise<RxReplicationState<Doc, Checkpoint> | null>
  /** Ends a replication whose write failed, so that RxDB notes nothing of what follows. Another one may go on. */
  readonly end: (ended: RxReplicationState<Doc, Checkpoint>, error: unknown) => Promise<void>
  readonly isStopped: () => boolean
  readonly stop: () => Promise<void>
}

interface KeptParts<Doc, Checkpoint> {
  readonly create: () => RxReplicationState<Doc, Checkpoint>
  /** Called when one has begun, before it is used. */
  readonly prepare?: (replication: RxReplicationState<Doc, Checkpoint>) => Promise<void>
  /** Called when a failed write has ended one. */
  readonly failed: (error: unknown) => void
  /** Whether it begins at once, because RxDB begins none of a database that the browser has deleted since it was opened. */
  readonly isEarly: boolean
}

/**
 * Begins a replication and keeps it.
 *
 *   going ──a write fails──► ended, `failed` is called ──► begun again when it is asked for
 *     └──a read or a note fails──► the same, without a word of RxDB: its queues are watched
 */
export const keepReplication = <Doc, Checkpoint>({
  create,
  prepare = () => Promise.resolve(),
  failed,
  isEarly,
}: KeptParts<Doc, Checkpoint>): Kept<Doc, Checkpoint> => {
  type Replication = RxReplicationState<Doc, Checkpoint>
  let current: { readonly replication: Replication; readonly ready: Promise<void> } | null = null
  let isStopped = false

  const end = async (ended: Replication, error: unknown): Promise<void> => {
    if (current?.replication !== ended) return
    current = null
    // First, because RxDB counts what failed as done once it is cancelled.
    if (!isStopped) failed(error)
    await cancelled(ended)
  }

  const begin = () => {
    const replication = create()
    replication.error$.subscribe(error => void end(replication, error))
    const ready = begun(replication).then(() => {
      watchQueues(replication, error => void end(replication, error))
      return prepare(replication)
    })
    // `going` throws it.
    ready.catch(() => {})
    return { replication, ready }
  }

  if (isEarly) current = begin()

  return {
    end,
    isStopped: () => isStopped,
    going: async () => {
      if (isStopped) return null
      current ??= begin()
      const { replication, ready } = current
      await ready
      return isStopped ? null : replication
    },
    stop: async () => {
      isStopped = true
      if (current !== null) await cancelled(current.replication)
    },
  }
}

/** Resolves once a replication has begun. Throws why it could not, which RxDB reports in `error$` alone. */
const begun = async <Doc, Checkpoint>({
  startPromise,
  error$,
}: RxReplicationState<Doc, Checkpoint>): Promise<void> => {
  const failed$ = error$.pipe(map(error => ({ error })))
  const begins = await firstValueFrom(merge(from(startPromise).pipe(map(() => null)), failed$))
  if (begins !== null) throw begins.error
}

/** Calls `failed` when a queue of RxDB ends, because it then does nothing more and does not say so. */
const watchQueues = <Doc, Checkpoint>(
  { internalReplicationState: state }: RxReplicationState<Doc, Checkpoint>,
  failed: (error: unknown) => void,
): void => {
  if (state === undefined) return
  const { up, down } = state.events.active
  // RxDB adds to a queue before it says that it is active, and notes what it did before it says that it is not.
  merge(up, down).subscribe(() => {
    queueMicrotask(() => {
      const { streamQueue, checkpointQueue } = state
      Promise.all([streamQueue.up, streamQueue.down, checkpointQueue]).catch(failed)
    })
  })
}

/** Cancels a replication for good. After a failed write RxDB's own `cancel` throws. */
const cancelled = async <Doc, Checkpoint>(
  replication: RxReplicationState<Doc, Checkpoint>,
): Promise<void> => {
  try {
    await replication.cancel()
  } catch {
    // It would throw again when the collection closes.
    replication.subjects.canceled.next(true)
    await replication.metaInstance?.close().catch(() => {})
  }
}
