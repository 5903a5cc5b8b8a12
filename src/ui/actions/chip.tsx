import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from '../cx.ts'

/** The properties of a chip. */
export interface ChipProps {
  children: ReactNode
  icon?: ReactNode
  /** Whether the filter is on; announced as pressed. */
  selected: boolean
  onPress: () => void
  disabled?: boolean | undefined
}

/** A filter that is on or off. */
export function Chip({ children, icon, selected, onPress, disabled }: ChipProps) {
  return (
    <button
      type="button"
      className={cx(styles.chip, selected && styles.selected)}
      aria-pressed={selected}
      disabled={disabled}
      onClick={onPress}
    >
      {icon}
      {children}
    </button>
  )
}

/** A row of chips that wraps. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for inputs
    <div role="group" aria-label={label} className={styles.row}>
      {children}
    </div>
  )
}
