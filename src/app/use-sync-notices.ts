import { useEffect } from 'react'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import { useApp } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { recoveredText, resent } from '../messages/sync.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Says whenever work goes to Recovery, whoever started the run (8.16): it leaves the lists at that moment. */
export const useSyncNotices = ({ sync }: Workspace): void => {
  const { env } = useApp()
  const toaster = useToaster()
  useEffect(() => {
    const events = sync.events$.subscribe(event => {
      if (event.type === 'resent') toaster.warning(resent.text(event.count))
      if (event.type !== 'recovered') return
      if (!isAwaited(event.item, env.clock.now())) toaster.error(recoveredText(event.item))
    })
    return () => events.unsubscribe()
  }, [env, sync, toaster])
}

/** Whether the screen it was submitted or deleted on still waits for it, and says itself what came of it. */
export const isAwaited = (
  { rank, timestamp }: Pick<OutboxDoc, 'rank' | 'timestamp'>,
  nowMs: number,
): boolean => rank === outboxRank.interactive && nowMs - timestamp < interactiveTimeoutMs
