import { type ReactNode, useId } from 'react'
import choice from './choice.module.css'
import { cx } from '../cx.ts'
import { FieldError, FieldHelp, type FieldText, LabelWords, noteIds } from '../inputs/field.tsx'
import styles from './field-group.module.css'

interface FieldGroupProps extends FieldText {
  id?: string | undefined
  /** A 'radiogroup' may be announced as required and invalid; a plain group may not. */
  role?: 'radiogroup' | undefined
  onBlur?: (() => void) | undefined
  children: ReactNode
}

/** A question with several inputs: legend, help, cards, error. */
export function FieldGroup({ id, role, onBlur, children, ...text }: FieldGroupProps) {
  const ownId = useId()
  const groupId = id ?? ownId
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles blur of the inputs inside
    <fieldset
      id={groupId}
      role={role}
      className={styles.group}
      aria-describedby={noteIds(groupId, text) || undefined}
      aria-required={role !== undefined && text.required ? true : undefined}
      aria-invalid={role !== undefined && text.error ? true : undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
      }}
    >
      <legend className={cx(styles.legend, text.labelHidden && 'visually-hidden')}>
        <LabelWords {...text} />
      </legend>
      <FieldHelp id={groupId} help={text.help} />
      <div className={cx(choice.cards, Boolean(text.error) && choice.invalid)}>{children}</div>
      <FieldError id={groupId} error={text.error} />
    </fieldset>
  )
}
