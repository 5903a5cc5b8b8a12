import {
  recoveryCount,
  unfinishedInterviewCount,
  visibleSubmissionCount,
} from '../../collections/queries.ts'
import { useWorkspace } from '../context.tsx'
import { useLiveCount } from '../lib/use-live.ts'

/** What would be lost if this device's data were deleted now (decisions 3). */
export interface Unsent {
  readonly drafts: number
  readonly submissions: number
  readonly recovery: number
}

const pending = visibleSubmissionCount({ pendingOnly: true })

/** Counts what no server has; null until it is counted. */
export const useUnsent = (): Unsent | null => {
  const { db } = useWorkspace()
  const drafts = useLiveCount(db, unfinishedInterviewCount)
  const submissions = useLiveCount(db, pending)
  const recovery = useLiveCount(db, recoveryCount)
  return drafts === null || submissions === null || recovery === null
    ? null
    : { drafts, submissions, recovery }
}
