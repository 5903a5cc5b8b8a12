import { useEffect } from 'react'
import {
  assignedFormCount,
  binCount,
  fileCount,
  shownCaseCount,
  unfinishedInterviewCount,
  visibleSubmissionCount,
} from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { useEntries } from '../../lib/hooks/use-entries.ts'
import { useLiveCount } from '../../lib/hooks/use-live.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import type { Room } from '../../storage/storage-guard.ts'

const submissions = visibleSubmissionCount()

/** What is stored on the device, and how much space it takes (9.30); null until both are known. */
export const useStorage = (): {
  readonly items: number | null
  readonly room: Room | null
} => {
  const { db, guard } = useWorkspace()
  const counts = [
    useLiveCount(db, submissions),
    useLiveCount(db, assignedFormCount),
    useLiveCount(db, unfinishedInterviewCount),
    useLiveCount(db, fileCount),
    useEntries(db)?.length ?? null,
    useLiveCount(db, binCount),
    useLiveCount(db, shownCaseCount),
  ]
  const items = counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  )
  const room = useStream<Room | null>(guard.room$, null)
  // Measures again, so that recent work is included.
  useEffect(() => void guard.look().catch(() => undefined), [guard])
  return { items, room }
}
