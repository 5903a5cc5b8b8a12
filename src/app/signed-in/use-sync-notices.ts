import { isSubmitted } from '../../../collections/interview/plan-move.ts'
import { useEffect } from 'react'
import { outboxRank, type OutboxDoc, type Recovered } from '../../../collections/schemas/outbox.ts'
import { deletionHeldMs, interactiveTimeoutMs } from '../../../replication/limits.ts'
import { useApp } from '../../context.tsx'
import type { Env } from '../../env.ts'
import { useToaster } from '../../lib/toaster.ts'
import type { Arrived } from '../../messages/device/sync-notices.ts'
import { syncedCountOf } from '../../lib/worker/messages.ts'
import type { Toaster } from '../../ui/toasts/toast-rules.ts'
import { changesOf } from '../../../collections/query.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/**
 * Shows in every tab what a run did to the surveyor's work: what moved to Recovery, because it leaves the lists at that
 * moment (8.16), and that the edit of a deleted submission became an unfinished interview. After an automatic run, it
 * shows how much of the waiting work this tab or the worker has sent.
 */
export const useSyncNotices = (workspace: Workspace): void => {
  const { env } = useApp()
  const toaster = useToaster()
  useEffect(() => showSyncNotices(workspace, env, toaster), [env, toaster, workspace])
}

/** Starts the notices; returns a function that stops them. */
export const showSyncNotices = (
  { db, sync }: Pick<Workspace, 'db'> & { readonly sync: Pick<Workspace['sync'], 'events$'> },
  { clock, workerMessages$ }: Pick<Env, 'clock' | 'workerMessages$'>,
  toaster: Pick<Toaster, 'error' | 'info' | 'warning'>,
): (() => void) => {
  // The words load with the first notice, because the first screen needs none.
  const sayArrived = async (arrived: Arrived): Promise<void> => {
    if (arrived.interviews + arrived.deletions === 0) return
    const { arrivedText } = await import('../../messages/device/sync-notices.ts')
    toaster.info(arrivedText(arrived))
  }
  const sayResent = async (count: number): Promise<void> => {
    const { resent } = await import('../../messages/device/sync.ts')
    toaster.warning(resent.text(count))
  }
  const sayRecovered = async (item: Recovered): Promise<void> => {
    const { recoveredText } = await import('../../messages/device/sync.ts')
    toaster.error(recoveredText(item))
  }
  const sayDetached = async (): Promise<void> => {
    const { detached } = await import('../../messages/interview/detached.ts')
    toaster.info(detached.now)
  }
  const events = sync.events$.subscribe(event => {
    switch (event.type) {
      case 'started':
        return
      case 'resent':
        void sayResent(event.count)
        return
      case 'recovered':
        if (!isAwaited(event.item, clock.now())) void sayRecovered(event.item)
        return
      case 'finished':
        if (event.isAsked) return
        // Counting fails only while the database is closing.
        void countArrived(db, event.summary.sent, clock.now()).then(sayArrived, () => {})
    }
  })
  events.add(
    workerMessages$.subscribe(message => {
      void sayArrived({ interviews: syncedCountOf(message), deletions: 0 })
    }),
  )
  events.add(
    changesOf(db.submissions).subscribe(({ documentData: now, previousDocumentData: before }) => {
      if (now.work?.isDetached === true && before?.work?.isDetached === false) void sayDetached()
    }),
  )
  return () => events.unsubscribe()
}

/** Counts the sent items that had waited: deletions, and interviews that are now complete on the server. */
const countArrived = async (
  db: Workspace['db'],
  sent: readonly OutboxDoc[],
  nowMs: number,
): Promise<Arrived> => {
  const waited = sent.filter(item => item.type !== 'PROFILE' && hasWaited(item, nowMs))
  const ids = [...new Set(waited.map(({ submission_id }) => submission_id))]
  const stored = await db.submissions.storageInstance.findDocumentsById(ids, false)
  return {
    interviews: stored.filter(({ syncStatus }) => syncStatus === 'synced').length,
    deletions: ids.length - stored.filter(isSubmitted).length,
  }
}

/**
 * Whether an item was sent too late for its screen to report it. Files that follow their submission at once have not
 * waited, and neither have deletions that leave when their Undo is gone.
 */
const hasWaited = (item: OutboxDoc, nowMs: number): boolean => {
  if (item.method === 'DELETE') return !isRecent(item.timestamp + deletionHeldMs, nowMs)
  return item.type === 'FILE_UPLOAD' ? !isRecent(item.timestamp, nowMs) : !isAwaited(item, nowMs)
}

/**
 * Whether the screen that submitted or deleted something still waits for the result and reports it itself. What was made
 * in the future was made before the clock was set back.
 */
export const isAwaited = (
  { rank, timestamp }: Pick<OutboxDoc, 'rank' | 'timestamp'>,
  nowMs: number,
): boolean => rank === outboxRank.interactive && isRecent(timestamp, nowMs)

const isRecent = (timestamp: number, nowMs: number): boolean =>
  Math.abs(nowMs - timestamp) < interactiveTimeoutMs
