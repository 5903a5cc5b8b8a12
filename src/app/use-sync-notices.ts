import { useEffect } from 'react'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import { useApp } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { detached } from '../messages/bin.ts'
import { recoveredText, resent } from '../messages/sync.ts'
import { changesOf } from '../workspace/changes.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * Says what a run does to the surveyor's work, in every tab: what goes to Recovery leaves the lists at that moment
 * (8.16), and an edit whose submission goes becomes an unfinished interview.
 */
export const useSyncNotices = ({ db, sync }: Workspace): void => {
  const { env } = useApp()
  const toaster = useToaster()
  useEffect(() => {
    const events = sync.events$.subscribe(event => {
      if (event.type === 'resent') toaster.warning(resent.text(event.count))
      if (event.type !== 'recovered') return
      if (!isAwaited(event.item, env.clock.now())) toaster.error(recoveredText(event.item))
    })
    events.add(
      changesOf(db.drafts).subscribe(({ documentData: now, previousDocumentData: before }) => {
        const wasEdit = (before?.submission_id ?? '') !== ''
        if (wasEdit && now.submission_id === '') toaster.info(detached.now)
      }),
    )
    return () => events.unsubscribe()
  }, [db, env, sync, toaster])
}

/** Whether the screen it was submitted or deleted on still waits for it, and says itself what came of it. */
export const isAwaited = (
  { rank, timestamp }: Pick<OutboxDoc, 'rank' | 'timestamp'>,
  nowMs: number,
): boolean => rank === outboxRank.interactive && nowMs - timestamp < interactiveTimeoutMs
