import { useEffect, useMemo, useState } from 'react'
import { submissionCountBetween, visibleSubmissionCount } from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { useLiveCount } from '../../lib/hooks/use-live.ts'
import { daysOf, type Day, type Period } from './activity.ts'
import { useDay } from '../../hooks/use-day.ts'

/** A day and its number of submissions. */
export interface ActiveDay extends Day {
  readonly count: number
}

const everything = visibleSubmissionCount()

/** The submissions of each day of a period, counted in the index; null until they are counted. */
export const useActivity = (period: Period): readonly ActiveDay[] | null => {
  const { db } = useWorkspace()
  const total = useLiveCount(db, everything)
  const day = useDay()
  const days = useMemo(() => daysOf(period, day), [day, period])
  const [counted, setCounted] = useState<{
    readonly days: readonly Day[]
    readonly counts: readonly number[]
  } | null>(null)

  useEffect(() => {
    if (total === null) return undefined
    let isCurrent = true
    const count = async () => {
      const counts = await Promise.all(
        days.map(({ fromMs, toMs }) =>
          submissionCountBetween(fromMs, toMs).count(db.submissions).exec(),
        ),
      )
      if (isCurrent) setCounted({ days, counts })
    }
    count().catch((error: unknown) => {
      if (isCurrent) throw error
    })
    return () => {
      isCurrent = false
    }
  }, [db, days, total])

  return useMemo(
    () =>
      counted === null || counted.days !== days
        ? null
        : days.map((day, at) => ({ ...day, count: counted.counts[at] ?? 0 })),
    [counted, days],
  )
}
