import { memo, type ReactElement } from 'react'
import { useKeyed } from '../../lib/keyed-store.ts'
import { common } from '../../messages/common.ts'
import type { FieldText } from '../../ui/field.tsx'
import type { CompiledField } from './compiled-form.ts'
import { useFill } from './fill-context.tsx'
import styles from './field.module.css'
import { HelpText } from './help-text.tsx'
import { isOnScreen } from './on-screen.ts'
import { Calculated } from './inputs/calculated.tsx'
import { ChoiceInput } from './inputs/choice-input.tsx'
import { DateInput } from './inputs/date-input.tsx'
import { FilesInput } from './inputs/files-input.tsx'
import { LineInput } from './inputs/line-input.tsx'
import { ParagraphInput } from './inputs/paragraph-input.tsx'
import { PhoneInput } from './inputs/phone-input.tsx'
import { SecretInput } from './inputs/secret-input.tsx'

/** What every input of the form takes. */
export interface InputProps {
  readonly field: CompiledField
  /** The id of the input itself, or of its group. */
  readonly id: string
  readonly words: FieldText
}

/** The id of a field's input, which the error summary links to. */
export const inputId = (field: CompiledField): string => `fill-${field.index + 1}`

/** One numbered question with its input, help and problem; renders again only when its problem changes. */
export const FieldView = memo(({ field }: { field: CompiledField }) => {
  const { interview } = useFill()
  const error = useKeyed(interview.problems.errors, field.id)
  // What the rules say of it is read below, whenever it is another.
  useKeyed(interview.logicTicks, field.id)
  if (!isOnScreen(interview, field)) return null
  const words: FieldText = {
    label: (
      <>
        <span className={styles.number}>{field.number}.</span> {field.label}
      </>
    ),
    help: field.help === '' ? undefined : <HelpText text={field.help} />,
    error,
    required: interview.logic.isRequired(field),
    requiredText: common.required,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the focus of the input inside
    <div
      data-field={field.index}
      className={styles.field}
      onFocus={event => {
        interview.focus(field)
        // By itself a browser shows the caret alone: a tall input would stay half under the buttons.
        event.target.scrollIntoView({ block: 'nearest' })
      }}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) interview.blur(field)
      }}
    >
      {field.logic?.calculate === undefined ? (
        inputOf({ field, id: inputId(field), words })
      ) : (
        <Calculated field={field} id={inputId(field)} words={words} />
      )}
    </div>
  )
})

/** The input of each of the twelve types (2.survey-fill.6). */
const inputOf = (props: InputProps): ReactElement => {
  switch (props.field.type) {
    case 'TEXT':
    case 'EMAIL':
    case 'NUMBER':
      return <LineInput {...props} />
    case 'TEXTAREA':
      return <ParagraphInput {...props} />
    case 'PASSWORD':
      return <SecretInput {...props} />
    case 'TEL':
      return <PhoneInput {...props} />
    case 'DATE':
      return <DateInput {...props} />
    case 'RADIO':
    case 'CHECKBOX':
    case 'SELECT':
      return <ChoiceInput {...props} />
    case 'FILE':
    case 'IMAGE':
      return <FilesInput {...props} />
  }
}
