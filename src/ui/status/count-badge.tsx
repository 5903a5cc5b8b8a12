import type { ReactNode } from 'react'
import styles from './count-badge.module.css'
import { cx } from '../cx.ts'

/** A number in a pill. `label` is read aloud instead of the bare number. */
export function CountBadge({
  children,
  label,
  strong,
}: {
  children: ReactNode
  label?: string | undefined
  strong?: boolean | undefined
}) {
  return (
    <span className={cx(styles.count, strong && styles.strong)}>
      <span aria-hidden={label === undefined ? undefined : true}>{children}</span>
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
