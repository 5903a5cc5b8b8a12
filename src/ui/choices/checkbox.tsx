import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** A single yes or no. */
export interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string | undefined
  disabled?: boolean | undefined
  /** Keeps the label for screen readers only, as in a list where the row itself is the label. */
  labelHidden?: boolean | undefined
}

/** A tick beside its words; the whole row can be tapped. */
export function Checkbox({ label, checked, onChange, name, disabled, labelHidden }: CheckboxProps) {
  return (
    <label className={styles.plain}>
      <input
        type="checkbox"
        className={styles.mark}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span className={labelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}
