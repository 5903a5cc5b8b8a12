import { useId } from 'react'
import type { Option } from '../inputs/select.tsx'
import styles from './tabs.module.css'

interface TabsProps {
  /** Read aloud: what the control switches. */
  label: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

/** Switches between views of one place (Week, Month …). Built on radio buttons, so the arrow keys work as usual. */
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
