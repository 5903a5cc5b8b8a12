import { useCallback, useEffect, useRef, useState } from 'react'
import { loadOnce } from '../../replication/http/load-once.ts'
import { useApp } from '../context.tsx'
import { mapping } from '../messages/interview/mapping.ts'
import { numberText } from '../messages/locale.ts'
import type { ShapesMap } from './canvas/shapes.ts'
import { MapView } from './map-view.tsx'
import type { MapDevice, Shape } from './shape.ts'

const load = loadOnce(() => import('./canvas/shapes.ts'))

const none: readonly string[] = []

interface ShapesViewProps {
  /** What the map is called by a screen reader. */
  readonly label: string
  readonly shapes: readonly Shape[]
  readonly chosen?: readonly string[]
  /** Where the device is; null while that is not known. */
  readonly device?: MapDevice | null
  /** A tap on a shape, or on several that are at the same place. */
  readonly onChoose?: (ids: readonly string[]) => void
  readonly isSmall?: boolean
}

/** A map with points, lines and areas, of which some can be chosen. */
export function ShapesView(props: ShapesViewProps) {
  const { label, shapes, chosen = none, device = null, onChoose, isSmall = false } = props
  const [map, setMap] = useState<ShapesMap | null>(null)
  const current = useRef(onChoose)
  useEffect(() => {
    current.current = onChoose
  })
  const { keepMedia } = useApp().env
  const open = useCallback(
    async (element: HTMLElement, onScale: (metres: number) => void) => {
      const loaded = await load()
      // No form may have asked for it.
      if (loaded !== null) keepMedia('map')
      return (
        loaded?.openShapes(element, {
          onChoose: ids => current.current?.(ids),
          onScale,
          countText: count => numberText(count),
        }) ?? null
      )
    },
    [keepMedia],
  )
  const wasShown = useRef<ShapesMap | null>(null)
  useEffect(() => {
    map?.show(shapes)
    if (map !== null && wasShown.current !== map) map.showAll()
    wasShown.current = map
  }, [map, shapes])
  useEffect(() => {
    map?.choose(chosen)
  }, [map, shapes, chosen])
  useEffect(() => {
    if (device !== null) map?.showDevice(device)
  }, [map, device])
  return (
    <MapView
      label={label}
      missing={mapping.notKept}
      open={open}
      map={map}
      onOpen={setMap}
      isSmall={isSmall}
    />
  )
}
