import type { RxReplicationState } from 'rxdb/plugins/replication'
import { merge, firstValueFrom, from, map } from 'rxjs'

/** What the replications of RxDB have in common here. */

/**
 * How every replication runs: in each tab, because the lease decides which of them talks to the server. Also the worker's,
 * which is stopped after one push, because one that is not live waits for its own handler when it is cancelled there.
 */
export const everywhere = {
  live: true,
  waitForLeadership: false,
  toggleOnDocumentVisible: false,
} as const

/** Resolves once a replication has begun. Throws why it could not, which RxDB reports in `error$` alone. */
export const begun = async <Doc, Checkpoint>({
  startPromise,
  error$,
}: RxReplicationState<Doc, Checkpoint>): Promise<void> => {
  const failed$ = error$.pipe(map(error => ({ error })))
  const begins = await firstValueFrom(merge(from(startPromise).pipe(map(() => null)), failed$))
  if (begins !== null) throw begins.error
}

/** Whether RxDB can still write its notes. Once one could not be written it writes and asks no more, and does not say so. */
export const hasNotes = async <Doc, Checkpoint>({
  internalReplicationState: state,
}: RxReplicationState<Doc, Checkpoint>): Promise<boolean> => {
  try {
    await state?.checkpointQueue
    return true
  } catch {
    return false
  }
}

/** Cancels a replication for good. After a failed write RxDB's own `cancel` throws. */
export const cancelled = async <Doc, Checkpoint>(
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
