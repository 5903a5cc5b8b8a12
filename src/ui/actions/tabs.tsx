import { useId } from 'react'
import type { Option } from '../inputs/select.tsx'
import styles from './tabs.module.css'

/** What a segmented control takes. */
export interface TabsProps {
  /** Read aloud: what is being switched. */
  label: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

/** Switches what one place shows (Week, Month …). Radios underneath, so the arrow keys work as everyone expects. */
export function Tabs({ label, options, value, onChange }: TabsProps) {
  const name = useId()
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <label key={option.value} className={styles.tab}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
