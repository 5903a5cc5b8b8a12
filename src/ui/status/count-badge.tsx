import type { ReactNode } from 'react'
import styles from './count-badge.module.css'
import { cx } from '../cx.ts'

/** A number in a pill, in amber for what `waits`. `label` is read aloud instead of the bare number. */
export function CountBadge({
  children,
  label,
  waits,
}: {
  children: ReactNode
  label?: string | undefined
  waits?: boolean | undefined
}) {
  return (
    <span className={cx(styles.count, waits && styles.waits)}>
      <span aria-hidden={label === undefined ? undefined : true}>{children}</span>
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
