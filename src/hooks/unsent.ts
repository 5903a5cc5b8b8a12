import { useMemo } from 'react'
import { binCount, unfinishedInterviewCount } from '../../collections/queries.ts'
import type { Database } from '../../collections/database.ts'
import type { NotArrived } from '../../collections/waiting-forms.ts'
import { useWorkspace } from '../context.tsx'
import type { Unsent } from '../messages/account/settings.ts'
import { useCalmly } from '../lib/hooks/calmly.ts'
import { useLiveCount } from '../lib/hooks/use-live.ts'
import { watchNotArrived } from '../workspace/watch-waiting.ts'

/** What the surveyor submitted, deleted or changed and the server does not have; null until it is counted. */
export const useNotArrived = (db: Database): NotArrived | null =>
  useCalmly<NotArrived | null>(
    useMemo(() => watchNotArrived(db), [db]),
    null,
  )

/** Counts what would be lost with this device's data; null until it is counted. */
export const useUnsent = (): Unsent | null => {
  const { db } = useWorkspace()
  const drafts = useLiveCount(db, unfinishedInterviewCount)
  const notArrived = useNotArrived(db)
  const bin = useLiveCount(db, binCount)
  if (drafts === null || notArrived === null || bin === null) return null
  return { drafts, notArrived, bin }
}
