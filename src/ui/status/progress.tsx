import { type ReactNode, useId } from 'react'
import styles from './progress.module.css'

/** The properties of a progress bar: `value` of `max`; without a value the progress is unknown. */
interface ProgressProps {
  label: ReactNode
  value?: number | undefined
  max?: number | undefined
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean | undefined
}

/** A progress bar with its label. */
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
