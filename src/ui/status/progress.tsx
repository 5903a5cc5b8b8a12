import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './progress.module.css'

/** What a bar shows: `value` of `max`; without a value it is under way, nobody knows how far. */
export interface ProgressProps {
  label: ReactNode
  value?: number | undefined
  max?: number | undefined
  /** Keeps the words for screen readers only. */
  labelHidden?: boolean | undefined
}

/** How far something is, as a bar with its words. */
export function Progress({ label, value, max = 100, labelHidden }: ProgressProps) {
  const labelId = useId()
  return (
    <div className={styles.progress}>
      <span id={labelId} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </span>
      <progress className={styles.bar} aria-labelledby={labelId} max={max} value={value} />
    </div>
  )
}
