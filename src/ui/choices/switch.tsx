import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

/** The properties of a switch; `help` is a quieter line under the label. */
interface SwitchProps {
  label: ReactNode
  help?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

/** Turns a setting on or off at once; the whole row can be tapped. */
export function Switch({ label, help, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  const helpId = `${id}-help`
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span id={id}>{label}</span>
        {help && (
          <span id={helpId} className={styles.help}>
            {help}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={help ? helpId : undefined}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  )
}
