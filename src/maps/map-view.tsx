import { useEffect, useRef, useState } from 'react'
import { loadOnce } from '../../replication/http/load-once.ts'
import { useApp } from '../context.tsx'
import type { Vertex } from '../form/types/traces.ts'
import { readPositionMs } from '../limits.ts'
import { geopoint } from '../messages/interview/geopoint.ts'
import { mapping } from '../messages/interview/mapping.ts'
import { numberText } from '../messages/locale.ts'
import { Button } from '../ui/actions/button.tsx'
import { IconButton } from '../ui/actions/icon-button.tsx'
import { AddIcon, LessIcon } from '../ui/icon.tsx'
import { Alert } from '../ui/status/alert.tsx'
import type { Drawing, MapDevice, MapEvents, MapPosition, OpenMap } from './canvas/map.ts'
import styles from './map-view.module.css'

const minuteMs = 60_000

const loadMap = loadOnce(() => import('./canvas/map.ts'))

interface MapViewProps extends Drawing, Omit<MapEvents, 'onScale'> {
  readonly vertices: readonly (Vertex | MapPosition)[]
  readonly chosen: number | null
  /** Where the device is; null while nothing has asked for it. */
  readonly device: MapDevice | null
}

/** The map, its scale and its buttons; a notice where the map is not on the device. */
export function MapView(props: MapViewProps) {
  const { isArea, isFixed, vertices, chosen, device, ...events } = props
  const ground = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<OpenMap | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [metres, setMetres] = useState(0)
  const current = useRef(events)
  useEffect(() => {
    current.current = events
  })
  useEffect(() => {
    let opened: OpenMap | null = null
    let isGone = false
    void loadMap().then(loaded => {
      if (isGone || ground.current === null) return
      if (loaded === null) return setMissing(true)
      opened = loaded.openMap(
        ground.current,
        { isArea, isFixed },
        {
          onTap: position => current.current.onTap(position),
          onChoose: place => current.current.onChoose(place),
          onMove: (place, position) => current.current.onMove(place, position),
          onInsert: (place, position) => current.current.onInsert(place, position),
          onScale: setMetres,
        },
      )
      setMap(opened)
    })
    return () => {
      isGone = true
      opened?.close()
    }
  }, [isArea, isFixed])
  const wasShown = useRef(false)
  useEffect(() => {
    map?.show(vertices, chosen)
    if (map !== null && !wasShown.current) map.showAll()
    wasShown.current ||= map !== null
  }, [map, vertices, chosen])
  useEffect(() => {
    if (device !== null) map?.showDevice(device)
  }, [map, device])
  const { locate } = useApp().env
  useEffect(() => {
    if (map === null) return undefined
    let isGone = false
    // The ground is empty, so the device shows which part of it is meant.
    void locate({ highAccuracy: true, timeoutMs: readPositionMs, maxAgeMs: minuteMs }).then(at => {
      if (at.ok && !isGone) map.showDevice(at.value)
    })
    return () => {
      isGone = true
    }
  }, [map, locate])
  if (isMissing) return <Alert kind="warning">{mapping.notHere}</Alert>
  return (
    <div className={styles.view}>
      <div
        ref={ground}
        className={styles.ground}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on
        role="img"
        aria-label={mapping.map}
      />
      <div className={styles.below}>
        {metres > 0 && <Scale metres={metres} />}
        <span className={styles.north}>{mapping.north}</span>
        <IconButton label={mapping.zoomOut} icon={<LessIcon />} onClick={() => map?.zoomBy(-1)} />
        <IconButton label={mapping.zoomIn} icon={<AddIcon />} onClick={() => map?.zoomBy(1)} />
        <Button variant="quiet" size="s" onClick={() => map?.showAll()}>
          {mapping.showAll}
        </Button>
      </div>
    </div>
  )
}

/** The largest round length that is at most so many metres: 1, 2 or 5, with zeros. */
const roundLength = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(most))
  return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1)
}

/** A bar of a round length; `metres` are those of 100 px. */
function Scale({ metres }: { readonly metres: number }) {
  const length = roundLength(metres)
  return (
    <span className={styles.scale}>
      <span className={styles.bar} style={{ inlineSize: `${(100 * length) / metres}px` }} />
      <bdi>
        {length < 1000
          ? geopoint.metres(numberText(length))
          : geopoint.kilometres(numberText(length / 1000))}
      </bdi>
    </span>
  )
}
