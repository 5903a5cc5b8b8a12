import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { cx } from '../cx.ts'
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icon.tsx'

/** The kind of an alert. */
type AlertKind = 'error' | 'warning' | 'success' | 'info'

const icons = { error: ErrorIcon, warning: WarningIcon, success: SuccessIcon, info: InfoIcon }

/** A message within the page, read aloud when it appears. The caller removes it. */
export function Alert({
  kind,
  title,
  children,
}: {
  kind: AlertKind
  title?: ReactNode
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={cx(styles.alert, styles[kind])}>
      <Icon />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
