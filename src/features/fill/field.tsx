import {
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactElement,
} from 'react'
import { useKeyed } from '../../lib/keyed-store.ts'
import { common } from '../../messages/common.ts'
import type { FieldText } from '../../ui/field.tsx'
import type { CompiledField } from './compiled-form.ts'
import { useFill } from './fill-context.tsx'
import type { Interview } from './interview.ts'
import styles from './field.module.css'
import { HelpText } from './help-text.tsx'
import { isOnScreen } from './on-screen.ts'
import { Calculated } from './inputs/calculated.tsx'
import { ChoiceInput } from './inputs/choice-input.tsx'
import { DateInput } from './inputs/date-input.tsx'
import { FilesInput } from './inputs/files-input.tsx'
import type { InputProps } from './inputs/input-props.ts'
import { LineInput } from './inputs/line-input.tsx'
import { ParagraphInput } from './inputs/paragraph-input.tsx'
import { PhoneInput } from './inputs/phone-input.tsx'
import { SecretInput } from './inputs/secret-input.tsx'

/** The id of a field's input, which the error summary links to. */
export const inputId = (field: CompiledField): string => `fill-${field.index + 1}`

/**
 * One numbered question with its input, help and problem; renders again only when one of them changes. Once
 * shown it stays: while the rules hide it, it is there for nobody, and costs little to show again.
 */
export const FieldView = memo(({ field }: { field: CompiledField }) => {
  const { interview } = useFill()
  const error = useKeyed(interview.problems.errors, field.id)
  const wasShown = useWasShown(interview, field)
  const element = useHiding(interview, field, wasShown)
  if (!wasShown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the focus of the input inside
    <div
      ref={element}
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
      <Question
        field={field}
        error={error}
        isRequired={interview.logic.isRequired(field)}
        // The options that are offered change with the rules too.
        tick={offerTick(interview, field)}
      />
    </div>
  )
})

/** Changes when other options may be offered. */
const offerTick = ({ logicTicks }: Interview, { id, logic }: CompiledField): number =>
  logic?.choice_filter === undefined ? 0 : logicTicks.get(id)

const unseen = 'never shown'

/** Whether a field was ever shown; renders again with what is rendered of its rules, and not when it hides. */
const useWasShown = (interview: Interview, field: CompiledField): boolean => {
  const wasShown = useRef(false)
  const subscribe = useCallback(
    (changed: () => void) => interview.logicTicks.watch(field.id, changed),
    [interview, field],
  )
  const standing = useSyncExternalStore(subscribe, () => {
    if (isOnScreen(interview, field)) wasShown.current = true
    if (!wasShown.current) return unseen
    return `${interview.logic.isRequired(field)} ${offerTick(interview, field)}`
  })
  return standing !== unseen
}

/** Hides the element of a field while the rules do, without rendering it. */
const useHiding = (interview: Interview, field: CompiledField, isThere: boolean) => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const follow = () => {
      if (element.current !== null) element.current.hidden = !isOnScreen(interview, field)
    }
    if (!isThere) return undefined
    follow()
    return interview.logicTicks.watch(field.id, follow)
  }, [interview, field, isThere])
  return element
}

interface QuestionProps {
  readonly field: CompiledField
  readonly error: string | null
  readonly isRequired: boolean
  readonly tick: number
}

const Question = memo(({ field, error, isRequired }: QuestionProps) => {
  const words: FieldText = {
    label: (
      <>
        <span className={styles.number}>{field.number}.</span> {field.label}
      </>
    ),
    help: field.help === '' ? undefined : <HelpText text={field.help} />,
    error,
    required: isRequired,
    requiredText: common.required,
  }
  return field.logic?.calculate === undefined ? (
    inputOf({ field, id: inputId(field), words })
  ) : (
    <Calculated field={field} id={inputId(field)} words={words} />
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
