import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { EmptyIcon } from '../icon.tsx'

/** What an empty place says: what is missing, what to do next. */
export interface EmptyStateProps {
  title: ReactNode
  message?: ReactNode
  icon?: ReactNode
  /** The next step: a button or link. */
  action?: ReactNode
}

/** Stands where a list or chart has nothing to show, or a screen could not be loaded. */
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
