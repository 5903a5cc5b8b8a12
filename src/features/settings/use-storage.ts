import { useEffect, useState } from 'react'
import {
  assignedFormCount,
  fileCount,
  recoveryCount,
  unfinishedInterviewCount,
  visibleSubmissionCount,
} from '../../../collections/queries.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import type { StorageEstimate } from '../../env.ts'
import { useLiveCount } from '../../lib/use-live.ts'

const submissions = visibleSubmissionCount()

/** What is kept on the device, and what room it takes (9.30); the room is null until the browser has told. */
export const useStorage = (): {
  readonly items: number
  readonly room: StorageEstimate | null
} => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const counts = [
    useLiveCount(db, submissions),
    useLiveCount(db, assignedFormCount),
    useLiveCount(db, unfinishedInterviewCount),
    useLiveCount(db, fileCount),
    useLiveCount(db, recoveryCount),
  ]
  const items = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const [room, setRoom] = useState<StorageEstimate | null>(null)
  useEffect(() => {
    let isHere = true
    void env.estimateStorage().then(estimate => {
      if (isHere) setRoom(estimate)
    })
    return () => {
      isHere = false
    }
  }, [env])
  return { items, room }
}
