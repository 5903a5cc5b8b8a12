import { useEffect, useMemo, useRef } from 'react'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { ShapesView } from '../../../maps/shapes-view.tsx'
import type { MapDevice, Shape } from '../../../maps/shape.ts'
import { useDevice } from '../../../maps/use-device.ts'
import { mapping } from '../../../messages/interview/mapping.ts'
import { metresBetween } from '../../../location/metres-between.ts'
import { factsOf } from './placed-options.ts'
import styles from './mapping.module.css'

/** The list is sorted again only after so many metres, because its rows would change under the finger. */
const movedMetres = 100

interface PlacesMapProps {
  /** The options that the search finds. */
  readonly found: readonly FieldOption[]
  readonly shapes: readonly Shape[]
  /** How many options there are without a search. */
  readonly all: number
  readonly value: readonly string[]
  /** How many options the last tap could not tell apart. */
  readonly tapped: number
  readonly awayOf: (value: string) => string | undefined
  readonly onTap: (values: readonly string[]) => void
  /** Where the device is, when it has moved. */
  readonly onDevice: (at: MapDevice) => void
}

/** The map of the options, and what is known of the chosen one. */
export function PlacesMap(props: PlacesMapProps) {
  const { found, shapes, all, value, tapped, awayOf, onTap, onDevice } = props
  const device = useDevice()
  const sorted = useRef<MapDevice | null>(null)
  useEffect(() => {
    if (device === null) return
    if (sorted.current !== null && metresBetween(sorted.current, device) < movedMetres) return
    sorted.current = device
    onDevice(device)
  }, [device, onDevice])
  // By a text, because the found options are a new list each time.
  const key = found.length === all ? '' : found.map(option => option.value).join('\n')
  const shown = useMemo(() => {
    const wanted = key === '' ? null : new Set(key.split('\n'))
    return wanted === null ? shapes : shapes.filter(({ id }) => wanted.has(id))
  }, [shapes, key])
  const offMap = found.length - shown.length
  const last = found.find(option => option.value === value.at(-1))
  return (
    <div className={styles.dialog}>
      <ShapesView
        label={mapping.places}
        shapes={shown}
        chosen={value}
        device={device}
        onChoose={onTap}
        isSmall
      />
      <output className={styles.place}>
        {tapped > 0 ? (
          <bdi>{mapping.severalHere(tapped)}</bdi>
        ) : last === undefined ? (
          <bdi>{mapping.placesHint}</bdi>
        ) : (
          <Place option={last} away={awayOf(last.value)} />
        )}
        {offMap > 0 && <bdi className={styles.accuracy}>{mapping.offMap(offMap)}</bdi>}
      </output>
    </div>
  )
}

function Place({
  option,
  away,
}: {
  readonly option: FieldOption
  readonly away?: string | undefined
}) {
  return (
    <>
      <span>
        <bdi className={styles.placeName}>{option.label}</bdi>{' '}
        {away !== undefined && <bdi>{away}</bdi>}
      </span>
      {factsOf(option).map(([name, fact]) => (
        <span key={name} className={styles.accuracy}>
          <bdi>{name}</bdi>: <bdi>{fact}</bdi>
        </span>
      ))}
    </>
  )
}
