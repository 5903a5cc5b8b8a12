import { useMemo } from 'react'
import { submissionCountBetween, visibleSubmissionCount } from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { useDay } from '../../hooks/use-day.ts'
import { startOfDay } from '../../lib/local-time.ts'
import { useLiveCount, useSetting } from '../../lib/hooks/use-live.ts'
import { dashboard as words } from '../../messages/start/dashboard.ts'
import { numberText } from '../../messages/locale.ts'

const submissionCount = visibleSubmissionCount()

/** How many submissions were made today, and the surveyor's target, if there is one. Nothing until it is known. */
export function Today() {
  const { db } = useWorkspace()
  const stats = useSetting(db, 'dashboardStats')
  const target = useSetting(db, 'dayTarget')
  const submissions = useLiveCount(db, submissionCount)
  // In the device's time zone, which the server does not know.
  const day = useDay()
  const today = useMemo(() => submissionCountBetween(day, startOfDay(day, 1)), [day])
  const made = useLiveCount(db, today)
  // The figures come before the submissions, which alone say how many are of today. A space keeps the line.
  const areHere = submissions !== null && (submissions > 0 || stats.total_submissions === 0)
  if (!areHere || made === null) return ' '
  return target === 0 ? words.today(made) : words.todayOf(numberText(made), numberText(target))
}
