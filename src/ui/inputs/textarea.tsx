import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldText } from './field.tsx'
import box from './field.module.css'
import styles from './textarea.module.css'

/** The properties of a text area, on top of the native attributes. */
interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'required'> {}

/** Several lines of text; it grows with its content. */
export function TextArea(props: TextAreaProps) {
  const { label, media, help, error, required, requiredText, labelHidden, ...area } = props
  const text = { label, media, help, error, required, requiredText, labelHidden }
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
