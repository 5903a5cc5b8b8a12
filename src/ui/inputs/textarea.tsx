import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldText } from './field.tsx'
import box from './field.module.css'
import styles from './textarea.module.css'

/** A native textarea with its words; it grows with what is written. */
export interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'required'> {}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, help, error, required, requiredText, labelHidden, ...area } = props
  const text = { label, help, error, required, requiredText, labelHidden }
  return (
    <Field {...text} id={area.id} describedBy={area['aria-describedby']}>
      {control => (
        <span className={box.box}>
          <textarea rows={3} {...area} {...control} className={cx(box.input, styles.area)} />
        </span>
      )}
    </Field>
  )
}
