import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../../context.tsx'
import type { LocateFailure } from '../../../env.ts'
import { positionReading } from '../../../form/types/positions.ts'
import { readPosition, type ReadPosition } from './read-position.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { numberText } from '../../../messages/locale.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FieldGroup } from '../../../ui/choices/field-group.tsx'
import { LocationIcon, WarningIcon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import { ClearButton, LeavingButton } from '../inputs/clear-button.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'
import styles from './geopoint-input.module.css'

/** The accuracy at which reading stops where the form sets none, in metres, as in ODK. */
const goodMetres = 5

/** WARNING: this is sent, and imported forms read it: degrees, then metres. */
const toAnswer = ({ latitude, longitude, altitude, accuracy }: ReadPosition): string =>
  [latitude.toFixed(7), longitude.toFixed(7), (altitude ?? 0).toFixed(1), accuracy.toFixed(1)].join(
    ' ',
  )

/**
 * GEOPOINT: the device's own position, which becomes more accurate while it is read; or typed, if there is none. `more`:
 * another way to answer it, next to that one.
 */
export function GeopointInput({ more, ...props }: InputProps & { readonly more?: ReactNode }) {
  const { field, id, words } = props
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const value = typeof answer === 'string' ? answer : answer.join(' ')
  const [isTyping, setTyping] = useState(false)
  const { 'capture-accuracy': wanted = goodMetres, 'warning-accuracy': accepted } = field.parameters
  const { isReading, failure, start, stop } = useReading(
    wanted,
    text => interview.edit(field, text),
    // Submit has read the answer, and a better one would not be sent.
    () => interview.leaving() === 'no',
  )
  if (isTyping) return <TypedPosition {...props} onDone={() => setTyping(false)} />
  return (
    // A group, because the button has a label of its own in addition to the question.
    <FieldGroup {...words} id={id}>
      <div className={styles.geopoint}>
        <output className={styles.position} aria-live="polite">
          {value !== '' && <PositionText answer={value} />}
          {isReading && (
            <span className={styles.reading}>
              <Spinner />
              <bdi>{value === '' ? geopoint.reading : geopoint.improving}</bdi>
            </span>
          )}
          {!isReading && isLess(value, accepted) && (
            <span className={styles.inaccurate}>
              <WarningIcon />
              <bdi>{geopoint.inaccurate(numberText(accepted))}</bdi>
            </span>
          )}
          {failure !== null && !isReading && value === '' && <bdi>{geopoint.failed[failure]}</bdi>}
        </output>
        <Button full variant="secondary" icon={<LocationIcon />} onClick={isReading ? stop : start}>
          {isReading ? geopoint.stop : value === '' ? geopoint.record : geopoint.again}
        </Button>
        <div className={styles.more}>
          <LeavingButton
            onPress={() => {
              // Its next position would replace what is typed.
              stop()
              setTyping(true)
            }}
          >
            {geopoint.type}
          </LeavingButton>
          {!isReading && more}
          {value !== '' && !isReading && <ClearButton onClear={() => interview.edit(field, '')} />}
        </div>
      </div>
    </FieldGroup>
  )
}

/** Whether a position is less accurate than a form accepts without a warning. */
const isLess = (answer: string, accepted: number | undefined): accepted is number => {
  const reading = positionReading(answer)
  return (
    accepted !== undefined &&
    reading.kind === 'position' &&
    reading.metres !== null &&
    reading.metres > accepted
  )
}

/** `22.30710, 73.18120 within 5 m`; anything else is shown as it is. */
function PositionText({ answer }: { readonly answer: string }) {
  const reading = positionReading(answer)
  if (reading.kind !== 'position') return <bdi>{answer}</bdi>
  const { latitude, longitude, metres } = reading
  return (
    <>
      <bdi dir="ltr">{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</bdi>
      {metres !== null && (
        <span className={styles.accuracy}>
          {geopoint.within(numberText(Math.max(1, Math.round(metres))))}
        </span>
      )}
    </>
  )
}

interface TypedPositionProps extends InputProps {
  readonly onDone: () => void
}

function TypedPosition({ field, id, words, onDone }: TypedPositionProps) {
  return (
    <div className={styles.geopoint}>
      <TextField
        {...words}
        {...useTypedAnswer<HTMLInputElement>(field)}
        id={id}
        dir="ltr"
        inputMode="text"
        placeholder="22.3071 73.1812"
        autoComplete="off"
        enterKeyHint="next"
      />
      <div className={styles.more}>
        <LeavingButton onPress={onDone}>{geopoint.measure}</LeavingButton>
      </div>
    </div>
  )
}

/** One reading at a time; it ends with the input, and when it may not go on. */
const useReading = (
  wantedMetres: number,
  found: (answer: string) => void,
  mayGoOn: () => boolean,
) => {
  const { env } = useApp()
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<LocateFailure | null>(null)
  const current = useRef(0)
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )
  const stop = () => {
    current.current += 1
    setReading(false)
  }
  const start = () => {
    current.current += 1
    const own = current.current
    const isCurrent = () => current.current === own
    const isWanted = () => isCurrent() && mayGoOn()
    setReading(true)
    setFailure(null)
    void readPosition(env, wantedMetres, position => found(toAnswer(position)), isWanted).then(
      why => {
        if (!isCurrent()) return
        setReading(false)
        setFailure(why)
      },
    )
  }
  return { isReading, failure, start, stop }
}
