import { useState } from 'react'
import { waitingItemCount, waitingItems } from '../../collections/queries.ts'
import type { Selection } from '../../replication/outbox/outbox-states.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { useSetting } from '../lib/hooks/use-live.ts'
import { useOnline } from '../lib/hooks/use-online.ts'
import { progressText, syncToasts } from '../messages/device/sync.ts'
import { summaryNotices } from '../messages/device/sync-notices.ts'

/** Syncing, as a screen shows and starts it. */
interface SyncControl {
  readonly isOnline: boolean
  /** Whether a run is in progress, in this tab or another. */
  readonly isSyncing: boolean
  /** Whether the buttons can be pressed: not offline and not during a sync (8.56). */
  readonly canSync: boolean
  readonly progress: { readonly current: number; readonly total: number; readonly text: string }
  /** Sends the selected work and shows the outcome; `nothing` is the text when there is nothing to send. */
  readonly run: (selection: Selection, nothing?: string) => Promise<void>
}

/** The sync controls of a screen (8.14 to 8.20). */
export const useSync = (): SyncControl => {
  const { env } = useApp()
  const { db, sync } = useWorkspace()
  const toaster = useToaster()
  const isOnline = useOnline(env.network)
  const progress = useSetting(db, 'syncProgress')
  const lease = useSetting(db, 'syncLease')
  const [isRunning, setRunning] = useState(false)
  // A tab that died during a run never reports its end, so an expired lease counts as over.
  const isSyncing = isRunning || (progress.running && lease.expiresAt > env.clock.now())

  const workOf = async (selection: Selection) => {
    const formIds = 'formIds' in selection ? [...selection.formIds] : [undefined]
    const found = await Promise.all(
      formIds.map(formId => waitingItems(formId).build(db.outbox).exec()),
    )
    return found.flat()
  }

  const run = async (selection: Selection, nothing: string = syncToasts.upToDate) => {
    if (!isOnline) return toaster.error(syncToasts.offline)
    if ((await workOf(selection)).length === 0) {
      toaster.info(nothing)
      // Even with nothing to send, there may be changes to fetch.
      return void sync.refresh.afterSync()
    }
    setRunning(true)
    toaster.info(syncToasts.started)
    try {
      const summary = await sync.run(selection)
      // Counts what is left, because several runs may have been joined and the summary covers only the last.
      const left = summary.stopped === null ? await workOf(selection) : []
      const retried = summary.stopped === null ? left.length : summary.retried
      const failed = left.filter(item => item.type === 'FILE_UPLOAD' && item.lastError !== '')
      const waiting = await waitingItemCount.count(db.outbox).exec()
      const notices = summaryNotices(
        { ...summary, retried },
        { waiting, failedFields: failed.length },
      )
      for (const { kind, text } of notices) toaster[kind](text)
    } finally {
      setRunning(false)
    }
  }

  return {
    isOnline,
    isSyncing,
    canSync: isOnline && !isSyncing,
    progress: { ...progress, text: progressText(progress) },
    run,
  }
}
