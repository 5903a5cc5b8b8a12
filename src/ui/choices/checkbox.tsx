import type { ReactNode } from 'react'
import styles from './choice.module.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** Keeps the label for screen readers only, for lists whose row is the label. */
  labelHidden?: boolean | undefined
}

/** A checkbox with its label; the whole row can be tapped. */
export function Checkbox({ label, checked, onChange, disabled, labelHidden }: CheckboxProps) {
  return (
    <label className={styles.plain}>
      <input
        type="checkbox"
        className={styles.mark}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}
