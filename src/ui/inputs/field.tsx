import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { ErrorIcon } from '../icon.tsx'

/** The words around an input, the same for every kind of input. */
export interface FieldText {
  label: ReactNode
  help?: ReactNode
  /** What is wrong; its presence marks the input invalid. */
  error?: ReactNode
  /** Marks the input invalid where the words about it stand elsewhere. */
  invalid?: boolean | undefined
  required?: boolean | undefined
  /** Read aloud in place of the asterisk. */
  requiredText?: string | undefined
  /** Keeps the label for screen readers only, where the place itself says what is asked. */
  labelHidden?: boolean | undefined
}

/** What a field hands to its input, so that label, help and error belong to it. */
export interface Control {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps extends FieldText {
  id?: string | undefined
  describedBy?: string | undefined
  children: (control: Control) => ReactNode
}

/** Label, help, input, error, wired for screen readers. The base of every single input. */
export function Field({ id, describedBy, children, ...text }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={styles.field}>
      <label
        htmlFor={controlId}
        className={cx(styles.label, text.labelHidden && 'visually-hidden')}
      >
        <LabelWords {...text} />
      </label>
      <FieldHelp id={controlId} help={text.help} />
      {children({
        id: controlId,
        'aria-describedby': cx(describedBy, noteIds(controlId, text)) || undefined,
        'aria-invalid': text.error || text.invalid ? true : undefined,
        'aria-required': text.required ? true : undefined,
      })}
      <FieldError id={controlId} error={text.error} />
    </div>
  )
}

/** The label with its red asterisk, which is shown but not read. */
export function LabelWords({ label, required, requiredText }: FieldText) {
  return (
    <>
      {label}
      {required && (
        <>
          <span aria-hidden className={styles.asterisk}>
            {'\u00a0*'}
          </span>
          {requiredText !== undefined && <span className="visually-hidden">{requiredText}</span>}
        </>
      )}
    </>
  )
}

/** The ids that `aria-describedby` of an input must name. */
export function noteIds(id: string, { help, error }: Pick<FieldText, 'help' | 'error'>): string {
  return cx(error ? `${id}-error` : undefined, help ? `${id}-help` : undefined)
}

/** What helps to answer, between the label and the input: it is read before the answer is given. */
export function FieldHelp({ id, help }: Pick<FieldText, 'help'> & { id: string }) {
  if (!help) return null
  return (
    <p id={`${id}-help`} className={styles.help}>
      {help}
    </p>
  )
}

/** What is wrong, under the input. */
export function FieldError({ id, error }: Pick<FieldText, 'error'> & { id: string }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className={styles.error}>
      <ErrorIcon />
      <span>{error}</span>
    </p>
  )
}
