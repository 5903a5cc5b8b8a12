import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldText } from './field.tsx'
import styles from './field.module.css'

/** The properties of a text field, on top of every native attribute (type, inputMode, autoComplete, ref …). */
export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'required'> {
  leading?: ReactNode
  trailing?: ReactNode
}

/** One line of text, a number, a date or any other native input. */
export function TextField(props: TextFieldProps) {
  const { label, media, help, error, invalid, required, requiredText, labelHidden, ...rest } = props
  const { leading, trailing, ...input } = rest
  const text = { label, media, help, error, invalid, required, requiredText, labelHidden }
  return (
    <Field {...text} id={input.id} describedBy={input['aria-describedby']}>
      {control => (
        <span className={styles.box}>
          {leading && <span className={styles.leading}>{leading}</span>}
          <input {...input} {...control} className={styles.input} />
          {trailing && <span className={styles.trailing}>{trailing}</span>}
        </span>
      )}
    </Field>
  )
}
