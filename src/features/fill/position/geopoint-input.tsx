import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../../context.tsx'
import type { LocateFailure } from '../../../env.ts'
import { readPosition, type ReadPosition } from './read-position.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { numberText } from '../../../messages/locale.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { LocationIcon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import type { InputProps } from '../inputs/input-props.ts'
import { useTypedAnswer } from '../inputs/use-typed-answer.ts'
import styles from './geopoint-input.module.css'

/** Good enough to stop at, in metres, as ODK has it. */
const goodMetres = 5

/** WARNING: what is sent, and what forms from elsewhere read: degrees, then metres. */
const toAnswer = ({ latitude, longitude, altitude, accuracy }: ReadPosition): string =>
  [latitude.toFixed(7), longitude.toFixed(7), (altitude ?? 0).toFixed(1), accuracy.toFixed(1)].join(
    ' ',
  )

/** `22.3071, 73.1812`, for reading; what is no position is shown as it is. */
const positionText = (answer: string): string => {
  const [latitude, longitude] = answer.trim().split(/\s+/).map(Number)
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return answer
  return `${latitude?.toFixed(5)}, ${longitude?.toFixed(5)}`
}

const accuracyOf = (answer: string): number | null => {
  const accuracy = Number(answer.trim().split(/\s+/)[3])
  return Number.isFinite(accuracy) && accuracy > 0 ? accuracy : null
}

/** GEOPOINT: the device's own position, better and better while it is read; typed where there is none. */
export function GeopointInput(props: InputProps) {
  const { field, id, words } = props
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const value = typeof answer === 'string' ? answer : answer.join(' ')
  const [isTyping, setTyping] = useState(false)
  const { isReading, failure, start, stop } = useReading(text => interview.edit(field, text))
  if (isTyping) return <TypedPosition {...props} onDone={() => setTyping(false)} />
  const accuracy = accuracyOf(value)
  return (
    <Field {...words} id={id}>
      {control => (
        <div className={styles.geopoint}>
          <output className={styles.position} aria-live="polite" htmlFor={control.id}>
            {value !== '' && <bdi dir="ltr">{positionText(value)}</bdi>}
            {value !== '' && accuracy !== null && (
              <span className={styles.accuracy}>
                {geopoint.within(numberText(Math.max(1, Math.round(accuracy))))}
              </span>
            )}
            {isReading && (
              <span className={styles.reading}>
                <Spinner />
                {value === '' ? geopoint.reading : geopoint.improving}
              </span>
            )}
            {failure !== null && !isReading && value === '' && geopoint.failed[failure]}
          </output>
          <Button
            {...control}
            full
            variant="secondary"
            icon={<LocationIcon />}
            onClick={isReading ? stop : start}
          >
            {isReading ? geopoint.stop : value === '' ? geopoint.record : geopoint.again}
          </Button>
          <div className={styles.more}>
            <Button variant="quiet" size="s" onClick={() => setTyping(true)}>
              {geopoint.type}
            </Button>
            {value !== '' && !isReading && (
              <Button variant="quiet" size="s" onClick={() => interview.edit(field, '')}>
                {geopoint.clear}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
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
        <Button variant="quiet" size="s" onClick={onDone}>
          {geopoint.measure}
        </Button>
      </div>
    </div>
  )
}

/** One reading at a time; it ends with the input. */
const useReading = (found: (answer: string) => void) => {
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
    const isWanted = () => current.current === own
    setReading(true)
    setFailure(null)
    void readPosition(env, goodMetres, position => found(toAnswer(position)), isWanted).then(
      why => {
        if (!isWanted()) return
        setReading(false)
        setFailure(why)
      },
    )
  }
  return { isReading, failure, start, stop }
}
