import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from '../cx.ts'

interface ChipProps {
  children: ReactNode
  icon?: ReactNode
  /** Whether the filter is on; announced as pressed. */
  selected: boolean
  onPress: () => void
}

/** A filter that is on or off. */
export function Chip({ children, icon, selected, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className={cx(styles.chip, selected && styles.selected)}
      aria-pressed={selected}
      onClick={onPress}
    >
      {icon}
      {children}
    </button>
  )
}

/** A row of chips that wraps; on a small window `inOneLine` moves it sideways instead. */
export function ChipRow({
  label,
  inOneLine,
  children,
}: {
  label: string
  inOneLine?: boolean | undefined
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for inputs
    <div role="group" aria-label={label} className={cx(styles.row, inOneLine && styles.inOneLine)}>
      {children}
    </div>
  )
}
