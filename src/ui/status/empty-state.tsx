import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { EmptyIcon } from '../icon.tsx'

/** The content of an empty state: what is missing and what to do next. */
interface EmptyStateProps {
  title: ReactNode
  message?: ReactNode
  icon?: ReactNode
  /** The next step: a button or link. */
  action?: ReactNode
}

/** Shown where a list or chart is empty, or a screen could not be loaded. */
export function EmptyState({ title, message, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>{icon ?? <EmptyIcon />}</span>
      <div className={styles.title}>{title}</div>
      {message && <p className={styles.message}>{message}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
