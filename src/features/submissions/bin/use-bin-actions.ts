import { deleteFromBin } from '../../../../collections/writes/write-bin.ts'
import { restoreFromBin } from '../../../../replication/bin/restore-from-bin.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useEntryTask } from '../../../lib/hooks/use-entry-task.ts'
import { useToaster } from '../../../lib/toaster.ts'
import { bin as words } from '../../../messages/submissions/bin.ts'

/** The actions on an entry of the bin, as the screen offers them. */
interface BinActions {
  /** The id of the entry whose action is running; '' for none. */
  readonly busyId: string
  readonly restore: (entryId: string) => Promise<void>
  readonly remove: (entryId: string) => Promise<void>
}

/** The actions of a surveyor on the entries of the bin. */
export const useBinActions = (): BinActions => {
  const { env } = useApp()
  const { db, sync } = useWorkspace()
  const toaster = useToaster()
  const { busyId, during } = useEntryTask(words.failed)

  return {
    busyId,
    restore: entryId =>
      during(entryId, async () => {
        const restored = await restoreFromBin(db, entryId, env.clock.now())
        // Another tab may just have restored or deleted it.
        if (restored.kind === 'gone') return toaster.error(words.gone)
        const say = restored.lostFiles === 0 ? toaster.success : toaster.warning
        say(words.restored(restored.lostFiles))
        if (env.network.isOnline()) void sync.wake()
      }),
    remove: entryId =>
      during(entryId, async () => {
        await deleteFromBin(db, entryId)
        toaster.success(words.deleted)
      }),
  }
}
