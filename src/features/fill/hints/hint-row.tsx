import { useEffect, useId, useRef, useState } from 'react'
import { reasonChars } from '../../../../replication/wire/calls.ts'
import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { Link } from '../../../lib/navigation/navigation.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { distanceText } from '../../../messages/device/storage.ts'
import { hints as words } from '../../../messages/interview/hints.ts'
import { numberText } from '../../../messages/locale.ts'
import { href } from '../../../routes.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { inputId } from '../questions/field.tsx'
import { optionLabel } from '../texts/option-label.ts'
import { questionTitle } from '../texts/spoken.ts'
import type { Hint } from './find-hints.ts'
import type { Earlier } from './given.ts'
import styles from './hints.module.css'

interface HintRowProps {
  readonly hint: Hint
  /** '' for none. */
  readonly reason: string
  readonly onGoTo: (field: CompiledField) => void
}

/** One hint, with a place for the surveyor's answer to it. */
export function HintRow({ hint, reason, onGoTo }: HintRowProps) {
  const { look } = useFill()
  const [isAnswering, setAnswering] = useState(reason !== '')
  const [wasPressed, setPressed] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  // The button that had the focus is gone.
  useEffect(() => {
    if (wasPressed) input.current?.focus()
  }, [wasPressed])
  return (
    <li className={styles.hint}>
      <div id={hintId}>
        <HintText hint={hint} onGoTo={onGoTo} />
      </div>
      {isAnswering ? (
        <TextField
          ref={input}
          label={words.reason}
          aria-describedby={hintId}
          defaultValue={reason}
          maxLength={reasonChars}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          onChange={event => look.keepReason(hint, event.target.value)}
        />
      ) : (
        <div>
          <Button
            variant="quiet"
            size="s"
            aria-describedby={hintId}
            onClick={() => {
              setAnswering(true)
              setPressed(true)
            }}
          >
            {words.addReason}
          </Button>
        </div>
      )}
    </li>
  )
}

function HintText({ hint, onGoTo }: Pick<HintRowProps, 'hint' | 'onGoTo'>) {
  switch (hint.kind) {
    case 'copy':
      return <CopyText of={hint.of} />
    case 'fast': {
      const [seconds, usual] = [hint.seconds, hint.usual].map(secondsText)
      return <bdi>{words.fast(seconds ?? '', usual ?? '', hint.count)}</bdi>
    }
    case 'same': {
      const option = hint.field.options.find(({ value }) => value === hint.answer)
      const label = option === undefined ? hint.answer : optionLabel(option)
      return (
        <FieldHint field={hint.field} onGoTo={onGoTo}>
          {words.same(label, hint.count)}
        </FieldHint>
      )
    }
    case 'number': {
      const { field, value, count, least, most } = hint
      return (
        <FieldHint field={field} onGoTo={onGoTo}>
          {words.number(numberText(value), count, numberText(least), numberText(most))}
        </FieldHint>
      )
    }
    case 'case':
      return (
        <Link className={styles.link} to={href('case', { id: hint.known.id })}>
          <bdi>{words.known(hint.known.label)}</bdi>
        </Link>
      )
    case 'far':
      return (
        <FieldHint field={hint.field} onGoTo={onGoTo}>
          {words.far(distanceText(hint.metres))}
        </FieldHint>
      )
  }
}

/** With one decimal below ten, because 1 and 1.9 seconds are a different pace. */
const secondsText = (seconds: number): string =>
  numberText(seconds, { maximumFractionDigits: seconds < 10 ? 1 : 0 })

function CopyText({ of }: { of: Earlier }) {
  const name = useInterviewName(of)
  return <bdi>{words.copy(name, dateTimeText(of.created_at))}</bdi>
}

interface FieldHintProps {
  readonly field: CompiledField
  readonly onGoTo: (field: CompiledField) => void
  readonly children: string
}

function FieldHint({ field, onGoTo, children }: FieldHintProps) {
  const { interview } = useFill()
  return (
    <a
      className={styles.link}
      href={`#${inputId(field)}`}
      onClick={event => {
        event.preventDefault()
        onGoTo(field)
      }}
    >
      <bdi>{questionTitle(interview, field)}</bdi>
      {' – '}
      <bdi>{children}</bdi>
    </a>
  )
}
