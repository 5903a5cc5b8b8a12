import {
  deleteRecoveryEntry,
  reopenEntry,
  type Reopened,
} from '../../../collections/writes/write-recovery.ts'
import { entryIn, type RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { keepEntryApart } from '../../../replication/recovery/entry-apart.ts'
import { lostFilesOf } from '../../../replication/recovery/lost-files.ts'
import { tryAgain } from '../../../replication/recovery/return-recovered.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useEntryTask } from '../../lib/hooks/use-entry-task.ts'
import { useNavigate } from '../../lib/navigation/navigation.ts'
import { useToaster } from '../../lib/toaster.ts'
import { recovery as words } from '../../messages/submissions/recovery.ts'
import { syncToasts } from '../../messages/device/sync.ts'
import { href } from '../../routes.ts'
import type { Clock } from '../../../replication/env.ts'
import { entryToFile } from './export-entry.ts'

/** The actions on an entry of Recovery, as the screen offers them. */
interface EntryActions {
  /** The id of the entry whose action is running; '' for none. */
  readonly busyId: string
  readonly tryAgain: (entry: RecoveryEntry) => Promise<void>
  readonly edit: (entry: RecoveryEntry) => Promise<void>
  /** Saves the entry with its files as a file of the browser's. */
  readonly export: (entry: RecoveryEntry) => Promise<void>
  readonly remove: (entry: RecoveryEntry) => Promise<void>
}

/** The actions of a surveyor on the entries of Recovery. */
export const useEntryActions = (): EntryActions => {
  const { env } = useApp()
  const { db, sync } = useWorkspace()
  const navigate = useNavigate()
  const toaster = useToaster()
  const { busyId, during } = useEntryTask(words.failed)

  const putBack = async (entry: RecoveryEntry): Promise<boolean> => {
    const returned = await tryAgain(db, entry, env.clock.now())
    if (returned === 'returned') return true
    // Another tab may just have sent or deleted it (8.20).
    const isHere = (await transact(transaction => entryIn(transaction, db, entry))) !== null
    toaster.error(isHere ? words.gone : syncToasts.itemNotFound)
    return false
  }

  /**
   * Opens an entry in the fill screen. A submission that the server failed to process stays a submission, so an edit of
   * it is opened.
   */
  const open = async (entry: RecoveryEntry): Promise<Reopened | null> => {
    const submissionId = entry.kind === 'create' && entry.reason === 'exhausted' ? entry.id : null
    if (submissionId === null) {
      await keepEntryApart(db, entry)
      return reopenEntry(db, entry, env.clock.now(), env.uuid)
    }
    return (await putBack(entry)) ? { kind: 'edit', submissionId } : null
  }

  return {
    busyId,
    tryAgain: entry =>
      during(entry.id, async () => {
        if (!(await putBack(entry))) return
        toaster.success(env.network.isOnline() ? words.tryingAgain : words.triesLater)
        if (env.network.isOnline()) void sync.wake()
      }),
    edit: entry =>
      during(entry.id, async () => {
        const opened = await open(entry)
        if (opened === null) return
        const lost = opened.kind === 'draft' ? await lostFilesOf(db, entry, opened.draftId) : 0
        if (lost > 0) toaster.info(words.openedWithout(lost))
        const address =
          opened.kind === 'edit'
            ? href('submission', { id: opened.submissionId, edit: 'true' })
            : href('survey', { id: opened.formId, draft: opened.draftId })
        void navigate(address)
      }),
    export: entry =>
      during(entry.id, async () => {
        const { name, blob, lostFiles } = await entryToFile(db, entry)
        saveFile(env.clock, blob, name)
        if (lostFiles > 0) toaster.warning(words.exportedWithout(lostFiles))
      }),
    remove: entry =>
      during(entry.id, async () => {
        await deleteRecoveryEntry(db, entry, env.clock.now())
        toaster.success(words.deleted)
      }),
  }
}

/** How long a browser may take to read a file that it saves. */
const readMs = 60_000

/** Saves bytes as a file through the browser's own download. */
const saveFile = (clock: Pick<Clock, 'after'>, blob: Blob, fileName: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  clock.after(readMs, () => URL.revokeObjectURL(link.href))
}
