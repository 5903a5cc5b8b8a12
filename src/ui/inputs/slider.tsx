import { type ReactNode, useId } from 'react'
import styles from './slider.module.css'

interface SliderProps {
  label: ReactNode
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
  /** Read aloud for the value: '1.5 times'. */
  valueText?: string | undefined
}

/** A value on a line; arrow keys change it by one step. */
export function Slider({ label, min, max, step, value, onChange, valueText }: SliderProps) {
  const id = useId()
  return (
    <div className={styles.slider}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={styles.range}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
