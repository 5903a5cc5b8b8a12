import type { ReactNode } from 'react'
import type { PageKey } from '../../../../collections/queries.ts'
import { timeOfNewest } from '../../../../collections/schemas/schema.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useDay } from '../../../hooks/use-day.ts'
import { startOfDay } from '../../../lib/local-time.ts'
import { dayText } from '../../../messages/app/time.ts'
import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { cx } from '../../../ui/cx.ts'
import styles from './day-groups.module.css'

/** Rows that were made on one day, epoch ms of its start. */
interface Group {
  readonly dayMs: number
  readonly docs: readonly SubmissionDoc[]
}

/** Rows with the same day next to each other, in their order. */
const groupsByDay = (docs: readonly SubmissionDoc[]): readonly Group[] => {
  const groups: { readonly dayMs: number; readonly docs: SubmissionDoc[] }[] = []
  for (const doc of docs) {
    const dayMs = startOfDay(timeOfNewest(doc.newest))
    const last = groups.at(-1)
    if (last?.dayMs === dayMs) last.docs.push(doc)
    else groups.push({ dayMs, docs: [doc] })
  }
  return groups
}

interface DayGroupsProps {
  readonly docs: readonly SubmissionDoc[]
  /** The last row of the page before; null on the first page. */
  readonly after: PageKey | null
  readonly renderRow: (submission: SubmissionDoc) => ReactNode
}

/** Rows under the days on which they were made. A page goes on with the last day of the page before. */
export function DayGroups({ docs, after, renderRow }: DayGroupsProps) {
  const todayMs = useDay()
  const before = after === null ? null : startOfDay(timeOfNewest(after.newest))
  return groupsByDay(docs).map(({ dayMs, docs: rows }) => (
    <div key={dayMs}>
      {dayMs !== before && (
        <h2 className={styles.heading}>{headingOf(rows, dayText(dayMs, todayMs))}</h2>
      )}
      <div className={cx(styles.rows, dayMs === before && styles.goesOn)}>
        {rows.map(renderRow)}
      </div>
    </div>
  ))
}

const headingOf = ([first]: readonly SubmissionDoc[], day: string): string =>
  first !== undefined && timeOfNewest(first.newest) === 0 ? words.undated : day

/** The place of the rows: on a large window a table, with the names of its columns. */
export function DayTable({
  isOfOneSurvey,
  children,
}: {
  isOfOneSurvey: boolean
  children: ReactNode
}) {
  return (
    <div className={cx(styles.table, isOfOneSurvey && styles.ofOneSurvey)}>
      {/* Each row says what its parts are. */}
      <div aria-hidden className={styles.columns}>
        <span>{words.name}</span>
        {!isOfOneSurvey && <span>{words.survey}</span>}
        <span>{words.location}</span>
        <span>{words.time}</span>
        <span>{words.status}</span>
      </div>
      {children}
    </div>
  )
}
