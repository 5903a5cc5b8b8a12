import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { ErrorIcon } from '../icon.tsx'

/** The texts of an input, the same for every kind of input. */
export interface FieldText {
  label: ReactNode
  /** Pictures and players of the label, after its asterisk. */
  media?: ReactNode
  help?: ReactNode
  /** The problem, which also marks the input as invalid. */
  error?: ReactNode
  /** Marks the input as invalid where the text about it is elsewhere. */
  invalid?: boolean | undefined
  required?: boolean | undefined
  /** Read aloud in place of the asterisk. */
  requiredText?: string | undefined
  /** Keeps the label for screen readers only, where the context makes the question clear. */
  labelHidden?: boolean | undefined
}

/** The attributes that connect an input with its label, help and error. */
interface Control {
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

/** Label, help, input and error, connected for screen readers. The base of every single input. */
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

/** The label with its red asterisk, which screen readers skip. */
export function LabelWords({ label, media, required, requiredText }: FieldText) {
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
      {media}
    </>
  )
}

/** The ids for the `aria-describedby` of an input. */
export function noteIds(id: string, { help, error }: Pick<FieldText, 'help' | 'error'>): string {
  return cx(error ? `${id}-error` : undefined, help ? `${id}-help` : undefined)
}

/** The help, between label and input, because it is read before answering. */
export function FieldHelp({ id, help }: Pick<FieldText, 'help'> & { id: string }) {
  if (!help) return null
  return (
    <p id={`${id}-help`} className={styles.help}>
      {help}
    </p>
  )
}

/** The problem, under the input. */
export function FieldError({ id, error }: Pick<FieldText, 'error'> & { id: string }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className={styles.error}>
      <ErrorIcon />
      <bdi>{error}</bdi>
    </p>
  )
}
