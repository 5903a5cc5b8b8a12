import { useMemo } from 'react'
import type { CaseListCount } from '../../collections/interview/cases/read-cases.ts'
import { dueCount } from '../../collections/queries.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useDay } from '../hooks/use-day.ts'
import { useLiveCount } from '../lib/hooks/use-live.ts'
import { useStream } from '../lib/hooks/use-stream.ts'
import { localDay, startOfDay } from '../lib/local-time.ts'
import { Link } from '../lib/navigation/navigation.ts'
import { cases as words } from '../messages/submissions/cases.ts'
import { href } from '../routes.ts'
import { Card } from '../ui/cards/card.tsx'
import { factsLine } from '../ui/cards/facts.tsx'
import { ListRowBody, listRowClass } from '../ui/cards/list-row.tsx'
import { CaseIcon } from '../ui/icon.tsx'
import { caseLists$ } from './case-lists.ts'

const none: readonly CaseListCount[] = []

/** The way from the home screens to the cases; nothing without cases. */
export function CasesEntry() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const lists = useStream(
    useMemo(() => caseLists$(db, env.clock), [db, env]),
    none,
  )
  const yesterday = localDay(startOfDay(useDay(), -1))
  const overdue = useLiveCount(
    db,
    useMemo(() => dueCount(yesterday), [yesterday]),
    lists.length > 0,
  )
  if (lists.length === 0) return null
  return (
    <Card flush>
      <Link to={href('cases')} className={listRowClass()}>
        <ListRowBody
          leads
          start={<CaseIcon />}
          title={words.title}
          detail={factsLine([
            words.count(lists.reduce((sum, { count }) => sum + count, 0)),
            overdue !== null && overdue > 0 && words.overdueCount(overdue),
          ])}
        />
      </Link>
    </Card>
  )
}
