import { useCallback, useEffect, useRef, useState } from 'react'
import { loadOnce } from '../../replication/http/load-once.ts'
import { useApp } from '../context.tsx'
import { readPositionMs } from '../limits.ts'
import { mapping } from '../messages/interview/mapping.ts'
import type { Drawing, DrawingEvents, DrawingMap } from './canvas/drawing.ts'
import { MapView } from './map-view.tsx'
import type { MapDevice, MapPosition } from './shape.ts'

const minuteMs = 60_000

const load = loadOnce(() => import('./canvas/drawing.ts'))

interface DrawingViewProps extends Drawing, Omit<DrawingEvents, 'onScale'> {
  readonly vertices: readonly MapPosition[]
  readonly chosen: number | null
  /** Where the device is; null while nothing has asked for it. */
  readonly device: MapDevice | null
}

/** A map on which a point, a line or an area is drawn. */
export function DrawingView(props: DrawingViewProps) {
  const { isArea, isFixed, around, vertices, chosen, device, ...events } = props
  const [map, setMap] = useState<DrawingMap | null>(null)
  const current = useRef(events)
  useEffect(() => {
    current.current = events
  })
  const open = useCallback(
    async (element: HTMLElement, onScale: (metres: number) => void) => {
      const loaded = await load()
      return (
        loaded?.openDrawing(
          element,
          { isArea, isFixed, around },
          {
            onTap: position => current.current.onTap(position),
            onChoose: place => current.current.onChoose(place),
            onMove: (place, position) => current.current.onMove(place, position),
            onInsert: (place, position) => current.current.onInsert(place, position),
            onScale,
          },
        ) ?? null
      )
    },
    [isArea, isFixed, around],
  )
  const wasShown = useRef<DrawingMap | null>(null)
  useEffect(() => {
    map?.show(vertices, chosen)
    if (map !== null && wasShown.current !== map) map.showAll()
    wasShown.current = map
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
  return (
    <MapView label={mapping.map} missing={mapping.notHere} open={open} map={map} onOpen={setMap} />
  )
}
