import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from '../cx.ts'
import { LockIcon, PendingIcon, SuccessIcon, SyncedIcon } from '../icon.tsx'

/** The state that a badge shows: pending is yellow and completed green (9.35). */
type BadgeKind = 'pending' | 'synced' | 'completed' | 'unpublished' | 'failed' | 'neutral'

const icons = {
  pending: PendingIcon,
  synced: SyncedIcon,
  completed: SuccessIcon,
  unpublished: LockIcon,
  failed: undefined,
  neutral: undefined,
}

/** A state in one word, with an icon, so that colour is never the only sign. */
export function Badge({
  kind = 'neutral',
  children,
}: {
  kind?: BadgeKind | undefined
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <span className={cx(styles.badge, styles[kind])}>
      {Icon && <Icon />}
      {children}
    </span>
  )
}
