import { isSubmitted } from '../../collections/interview/plan-move.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import { waitingItems } from '../../collections/queries.ts'
import { countNotArrived } from '../../collections/waiting-forms.ts'
import type { Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { isHeld } from '../../replication/outbox/held.ts'
import type { Selection } from '../../replication/outbox/outbox-states.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { useOnline } from '../lib/hooks/use-online.ts'
import { useStream } from '../lib/hooks/use-stream.ts'
import { syncToasts } from '../messages/device/sync.ts'
import { summaryNotices } from '../messages/device/sync-notices.ts'
import { submissions } from '../messages/submissions/submissions.ts'
import type { Sending } from '../workspace/watch-sending.ts'
import { watchNotArrived } from '../workspace/watch-waiting.ts'

/** Syncing, as a screen shows and starts it. */
interface SyncControl {
  readonly isOnline: boolean
  /** Whether a run is in progress, in this tab or another. */
  readonly isSyncing: boolean
  /** Whether the buttons can be pressed: not offline and not during a sync (8.56). */
  readonly canSync: boolean
  /** What is being sent; null before the first, and between runs. */
  readonly sending: Sending | null
  /** Sends the selected work and shows the outcome; `nothing` is the text when there is nothing to send. */
  readonly run: (selection: Selection, nothing?: string) => Promise<void>
}

/** The sync controls of a screen (8.14 to 8.20). */
export const useSync = (): SyncControl => {
  const { env } = useApp()
  const { db, sync, sending$ } = useWorkspace()
  const toaster = useToaster()
  const isOnline = useOnline(env.network)
  const sending = useStream<Sending | null>(sending$, null)
  const [isRunning, setRunning] = useState(false)
  const isSyncing = isRunning || sending !== null

  const workOf = async (selection: Selection) => {
    const formIds = 'formIds' in selection ? [...selection.formIds] : [undefined]
    const found = await Promise.all(
      formIds.map(formId => waitingItems(formId).build(db.outbox).exec()),
    )
    const items = found.flat().map(doc => doc.toMutableJSON())
    const isHeldNow = (item: OutboxDoc) => isHeld(item) && env.clock.now() < item.nextRetryAt
    return { toSend: items.filter(item => !isHeldNow(item)), held: items.filter(isHeldNow) }
  }

  const countWaiting = async () => countNotArrived(await firstValueFrom(watchNotArrived(db))) ?? 0

  /** Whether anything of the selection is in Recovery, from where a run may return it. */
  const hasFailed = async (selection: Selection) => {
    const entries = await readEntries(db)
    return entries.some(
      ({ form_id }) => !('formIds' in selection) || selection.formIds.has(form_id),
    )
  }

  const run = async (selection: Selection, nothing: string = syncToasts.upToDate) => {
    if (!isOnline) return toaster.error(syncToasts.offline)
    const { toSend, held } = await workOf(selection)
    if (toSend.length === 0 && !(await hasFailed(selection))) {
      toaster.info(held.length === 0 ? nothing : submissions.deletionsWait(held.length))
      // Even with nothing to send, there may be changes to fetch.
      return void sync.refresh.afterSync()
    }
    setRunning(true)
    toaster.info(syncToasts.started)
    try {
      const summary = await sync.run(selection)
      // Counts what is left, because several runs may have been joined and the summary covers only the last.
      const left = summary.stopped === null ? (await workOf(selection)).toSend : []
      const retried = summary.stopped === null ? left.length : summary.retried
      const failed = left.filter(item => item.type === 'FILE_UPLOAD' && item.lastError !== '')
      const notices = summaryNotices(
        { ...summary, retried },
        {
          arrived: await countArrived(db, summary.sent),
          waiting: await countWaiting(),
          failedFields: failed.length,
        },
      )
      for (const { kind, text } of notices) toaster[kind](text)
      // The sync fetches only after it has sent something.
      if (summary.synced === 0 && summary.stopped === null) void sync.refresh.afterSync()
    } finally {
      setRunning(false)
    }
  }

  return {
    isOnline,
    isSyncing,
    canSync: isOnline && !isSyncing,
    sending,
    run,
  }
}

/** How many submissions, deletions and edits of the profile a run has sent completely. */
const countArrived = async (db: Database, sent: readonly OutboxDoc[]): Promise<number> => {
  const ids = [...new Set(sent.map(({ submission_id }) => submission_id))]
  const stored = await db.submissions.storageInstance.findDocumentsById(ids, false)
  const isLeft = (doc: (typeof stored)[number]) => isSubmitted(doc) && doc.syncStatus !== 'synced'
  return ids.length - stored.filter(isLeft).length
}
