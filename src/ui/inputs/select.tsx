import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldText } from './field.tsx'
import box from './field.module.css'
import { ExpandIcon } from '../icon.tsx'
import styles from './select.module.css'

/** An option: `value` is stored, `label` is shown. */
export interface Option {
  value: string
  label: string
  /** A second, quieter line in tap cards; a select does not show it. */
  hint?: string | undefined
  disabled?: boolean | undefined
}

/** The properties of a select, on top of the native attributes; `placeholder` is the empty choice. */
interface SelectProps extends FieldText, Omit<ComponentProps<'select'>, 'required'> {
  options: readonly Option[]
  placeholder?: string | undefined
}

/** Chooses one of many options with the device's own picker. For a few options tap cards are quicker (RadioGroup). */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { label, media, help, error, required, requiredText, labelHidden, ...select } = props
  const text = { label, media, help, error, required, requiredText, labelHidden }
  return (
    <Field {...text} id={select.id} describedBy={select['aria-describedby']}>
      {control => (
        <span className={box.box}>
          <select {...select} {...control} className={cx(box.input, styles.select)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span aria-hidden className={styles.arrow}>
            <ExpandIcon />
          </span>
        </span>
      )}
    </Field>
  )
}
