import {
  memo,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useApp } from '../../../context.tsx'
import { afterPress, watchPress } from '../../../lib/press.ts'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { numberText } from '../../../messages/locale.ts'
import { common } from '../../../messages/app/common.ts'
import { hasMedia } from '../../../../replication/wire/form/media.ts'
import type { FieldText as FieldWords } from '../../../ui/inputs/field.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import type { Interview } from '../interview/interview-shape.ts'
import { cx } from '../../../ui/cx.ts'
import styles from './field.module.css'
import { FieldComments } from '../comments/field-comments.tsx'
import { HeldMark } from '../held/held-mark.tsx'
import { HelpText } from '../texts/help-text.tsx'
import { isOnScreen } from '../../../form/answers/on-screen.ts'
import { chosenListOf } from '../../../form/logic/option-rows.ts'
import { Calculated } from './calculated.tsx'
import { ChosenCase } from '../cases/chosen-case.tsx'
import { Coming } from './coming.tsx'
import { inputName, inputs, NotLoaded } from '../inputs/inputs.ts'
import { problemText } from './problem-text.ts'
import type { Problem } from '../../../form/answers/rules.ts'
import { fieldText } from '../texts/field-text.tsx'
import { LabelMedia } from '../texts/form-media.tsx'

/** The id of a field's input, which the error summary links to. */
export const inputId = (field: CompiledField): string => `fill-${field.index + 1}`

/**
 * One numbered question with its input, help and problem; renders again only when one of them changes. Once shown it
 * stays in the page: while the rules hide it, it is invisible to everyone and costs little to show again.
 */
export const FieldView = memo(({ field }: { field: CompiledField }) => {
  const { env } = useApp()
  const { interview } = useFill()
  const error = useKeyed(interview.problems.errors, field.id)
  const wasShown = useWasShown(interview, field)
  const [isLate] = useState(!wasShown)
  const element = useHiding(interview, field, wasShown)
  if (!wasShown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the focus of the input inside
    <div
      ref={element}
      data-field={field.index}
      className={cx(styles.field, error !== null && styles.wrong)}
      onFocus={event => {
        watchPress(event.currentTarget.ownerDocument)
        interview.focus(field)
        // Otherwise a browser only makes the caret visible, and a tall input stays half under the buttons.
        event.target.scrollIntoView({ block: 'nearest' })
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        const page = currentTarget.ownerDocument
        afterPress(page, env.clock, () => {
          if (!currentTarget.contains(page.activeElement)) interview.blur(field)
        })
      }}
    >
      <Question
        field={field}
        isLate={isLate}
        error={error}
        isRequired={interview.logic.isRequired(field)}
        isReadOnly={interview.logic.isReadOnly(field)}
        // The offered options and the filled-in texts also change with the rules.
        tick={ruleTick(interview, field)}
      />
      <FieldComments field={field} />
      <HeldMark field={field} />
    </div>
  )
})

/** A value that changes when the offered options or the contents of placeholders may have changed. */
const ruleTick = (
  { form, logicTicks }: Interview,
  { id, fieldId, logic }: CompiledField,
): number => {
  const isFilled = (form.logic?.rulesById.get(fieldId)?.fills.size ?? 0) > 0
  const hasRuledOptions =
    logic?.choice_filter !== undefined ||
    logic?.options_from !== undefined ||
    logic?.random_order !== undefined
  return hasRuledOptions || isFilled ? logicTicks.get(id) : 0
}

const unseen = 'never shown'

/** Whether a field was ever shown. Renders again when its rules change what is rendered, but not when it hides. */
const useWasShown = (interview: Interview, field: CompiledField): boolean => {
  const wasShown = useRef(false)
  const subscribe = useCallback(
    (changed: () => void) => interview.logicTicks.watch(field.id, changed),
    [interview, field],
  )
  const state = useSyncExternalStore(subscribe, () => {
    if (isOnScreen(interview, field)) wasShown.current = true
    if (!wasShown.current) return unseen
    const { logic } = interview
    return `${logic.isRequired(field)} ${logic.isReadOnly(field)} ${ruleTick(interview, field)}`
  })
  return state !== unseen
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
  /** Whether an answer has shown it, after the questions around it. */
  readonly isLate: boolean
  readonly error: Problem | null
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly tick: number
}

const Question = memo(({ field, isLate, error, isRequired, isReadOnly }: QuestionProps) => {
  // A slow phone first shows what was chosen and then the questions that it asks for, because six of them take it 0.1 s.
  const isThere = useDeferredValue(true, !isLate)
  if (!isThere) return <Coming field={field} />
  const words: FieldWords = {
    label: (
      <>
        <QuestionNumber field={field} />
        {fieldText(field, field.label)}
      </>
    ),
    media: hasMedia(field.media) ? <LabelMedia media={field.media} /> : undefined,
    help: field.help === '' && field.guidance === '' ? undefined : <HelpText field={field} />,
    error: error === null ? null : problemText(error),
    required: isRequired && !isReadOnly,
    requiredText: common.required,
  }
  const isTyped = field.logic?.calculate === undefined && !isReadOnly
  const Input = isTyped ? (inputs[inputName(field)] ?? NotLoaded) : Calculated
  const list = chosenListOf(field.logic)
  return (
    <>
      <Input field={field} id={inputId(field)} words={words} />
      {list !== null && !field.multiple && <ChosenCase field={field} list={list} />}
    </>
  )
})

/** The number of a question, which changes as others appear and disappear; a note has none. */
function QuestionNumber({ field }: { field: CompiledField }) {
  const { interview } = useFill()
  const { numbers } = interview
  // A hidden question keeps its last number, because taking it out of the page and back costs time.
  const last = useRef(0)
  const subscribe = useCallback(
    (changed: () => void) => numbers.watch(field.id, changed),
    [numbers, field],
  )
  const number = useSyncExternalStore(subscribe, () => {
    last.current = numbers.get(field.id) || last.current
    return last.current
  })
  return number === 0 ? null : (
    <>
      <span className={styles.number}>{numberText(number)}.</span>{' '}
    </>
  )
}
