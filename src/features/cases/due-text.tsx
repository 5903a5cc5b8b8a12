import { dateText } from '../../messages/app/time.ts'
import { cases as words } from '../../messages/submissions/cases.ts'
import { cx } from '../../ui/cx.ts'
import { ClockIcon, WarningIcon } from '../../ui/icon.tsx'
import styles from './due-text.module.css'

/** The day of the next visit; marked when it is over. Both days are `YYYY-MM-DD`. */
export function DueText({ due, today }: { readonly due: string; readonly today: string }) {
  // At noon, because a day is then the same day in every time zone.
  const day = dateText(`${due}T12:00`) || due
  if (due < today) {
    return (
      <span className={cx(styles.due, styles.overdue)}>
        <WarningIcon />
        {words.overdue(day)}
      </span>
    )
  }
  return (
    <span className={cx(styles.due, due === today && styles.today)}>
      <ClockIcon />
      {due === today ? words.dueToday : words.due(day)}
    </span>
  )
}
