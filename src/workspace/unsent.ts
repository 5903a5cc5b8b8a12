import {
  binCount,
  pendingDeletionCount,
  recoveryCount,
  unfinishedInterviewCount,
  visibleSubmissionCount,
} from '../../collections/queries.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { useWorkspace } from '../context.tsx'
import type { Unsent } from '../messages/account/settings.ts'
import { useLiveCount, useLiveDoc } from '../lib/hooks/use-live.ts'

const pending = visibleSubmissionCount({ pendingOnly: true })

/** Counts what no server has; null until it is counted. */
export const useUnsent = (): Unsent | null => {
  const { db } = useWorkspace()
  const drafts = useLiveCount(db, unfinishedInterviewCount)
  const submissions = useLiveCount(db, pending)
  const recovery = useLiveCount(db, recoveryCount)
  const bin = useLiveCount(db, binCount)
  const deletions = useLiveCount(db, pendingDeletionCount)
  const profile = useLiveDoc(db, 'user_profile', currentUser)
  if (drafts === null || submissions === null || recovery === null) return null
  if (bin === null || deletions === null || profile === undefined) return null
  return {
    drafts,
    submissions,
    recovery,
    deletions,
    profile: profile?.syncStatus === 'pending',
    bin,
  }
}
