import { useState } from 'react'
import type { Vertex } from '../../../form/types/traces.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { numberText } from '../../../messages/locale.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { LocationIcon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { Spinner } from '../../../ui/status/spinner.tsx'
import { useFill } from '../fill-context.tsx'
import type { ReadPosition } from '../position/read-position.ts'
import styles from './mapping.module.css'
import { useReadings } from './use-readings.ts'

/** The seconds between two points, and the accuracies in metres, as in ODK Collect. */
const intervals = [1, 5, 10, 20, 30, 60, 300] as const
const accuracies = [3, 5, 10, 15, 20, 50] as const

interface RecorderProps {
  /** The accuracy that the form asks for, in metres; null for any. */
  readonly within: number | null
  readonly add: (vertex: Vertex) => void
  readonly seen: (at: ReadPosition) => void
}

/** Records where the device is, once or while the surveyor walks. */
export function Recorder({ within, add, seen }: RecorderProps) {
  const { interview } = useFill()
  const [seconds, setSeconds] = useState('20')
  const [most, setMost] = useState(within === null ? '' : String(within))
  const limit = most === '' ? null : Number(most)
  const { mode, failure, worse, wasHidden, readOne, walk, stop } = useReadings({
    within: limit,
    add,
    seen,
    mayGoOn: () => interview.leaving() === 'no',
  })
  const metres = (value: number) => ({
    value: String(value),
    label: geopoint.within(numberText(value)),
  })
  const offered = [...new Set([...(within === null ? [] : [within]), ...accuracies])]
  return (
    <div className={styles.recorder}>
      {mode === 'walk' ? (
        <Button full variant="secondary" icon={<Spinner />} onClick={stop}>
          {mapping.stopWalk}
        </Button>
      ) : (
        <>
          <Button
            full
            variant="secondary"
            icon={mode === 'one' ? <Spinner /> : <LocationIcon />}
            onClick={() => (mode === 'one' ? stop() : void readOne())}
          >
            {mode === 'one' ? mapping.stopOne : mapping.record}
          </Button>
          <div className={styles.walk}>
            <Select
              label={mapping.every}
              value={seconds}
              onChange={event => setSeconds(event.target.value)}
              options={intervals.map(each => ({
                value: String(each),
                label: mapping.seconds(numberText(each)),
              }))}
            />
            <Select
              label={mapping.accuracy}
              value={most}
              onChange={event => setMost(event.target.value)}
              options={[
                // What the form asks for holds for every point.
                ...(within === null ? [{ value: '', label: mapping.any }] : []),
                ...offered.filter(each => within === null || each <= within).map(metres),
              ]}
            />
            <Button variant="secondary" size="s" onClick={() => void walk(Number(seconds) * 1000)}>
              {mapping.walk}
            </Button>
          </div>
        </>
      )}
      <output className={styles.said} aria-live="polite">
        {mode === 'walk' && <bdi>{mapping.awake}</bdi>}
        {mode !== 'idle' && worse !== null && (
          <bdi>{mapping.worse(numberText(Math.round(worse)))}</bdi>
        )}
        {mode === 'one' && worse === null && <bdi>{geopoint.reading}</bdi>}
        {mode === 'idle' && worse !== null && limit !== null && (
          <bdi>{mapping.notWithin(numberText(limit))}</bdi>
        )}
        {failure !== null && mode !== 'one' && <bdi>{geopoint.failed[failure]}</bdi>}
      </output>
      {wasHidden && <Alert kind="warning">{mapping.interrupted}</Alert>}
    </div>
  )
}
