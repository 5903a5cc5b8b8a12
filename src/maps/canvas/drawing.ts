/* A line or an area that is drawn on a map. */
import Feature from 'ol/Feature.js'
import { never } from 'ol/events/condition.js'
import { boundingExtent } from 'ol/extent.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import Modify from 'ol/interaction/Modify.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { MapPosition, Shape } from '../shape.ts'
import { fingerPx, openMap, type OpenMap } from './map.ts'
import { coloursOf, planeOf, positionOf, type Plane } from './plane.ts'
import { quietLayer } from './quiet-layer.ts'

/** What the surveyor does on the map. */
export interface DrawingEvents {
  /** A tap on the ground. */
  readonly onTap: (position: MapPosition) => void
  /** A tap on a vertex. */
  readonly onChoose: (place: number) => void
  /** A vertex was dragged. */
  readonly onMove: (place: number, position: MapPosition) => void
  /** The line was dragged between two vertices, or tapped there. */
  readonly onInsert: (place: number, position: MapPosition) => void
  /** The metres that 100 px are, in the middle of the map. */
  readonly onScale: (metres: number) => void
}

/** How a map is drawn on. */
export interface Drawing {
  /** Three vertices are drawn as an area. */
  readonly isArea: boolean
  /** Nothing can be dragged. */
  readonly isFixed: boolean
  /** What the form shows for comparison. */
  readonly around: readonly Shape[]
}

/** A map that is drawn on. */
export interface DrawingMap extends OpenMap {
  /** Shows the vertices, with one of them chosen. */
  readonly show: (vertices: readonly MapPosition[], chosen: number | null) => void
}

/**
 * With more vertices only the first, the last and the chosen one have a dot, and they can be dragged only from the
 * moment when a finger is down, because a phone would draw and sort all of them anew for each one that a walk adds.
 */
const mostAtOnce = 500

const isSame = (one: readonly number[] | undefined, other: readonly number[] | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1]

const drawnAs = (planes: readonly Plane[], isArea: boolean) => {
  const coordinates = planes.map(plane => [...plane])
  const [first] = coordinates
  if (first === undefined) return null
  if (coordinates.length === 1) return new Point(first)
  return isArea && coordinates.length > 2
    ? new Polygon([[...coordinates, first]])
    : new LineString(coordinates)
}

/** The vertices of a drawn geometry, of an area without the repeated first one. */
const geometryPlanes = (
  geometry: Point | LineString | Polygon | undefined,
): readonly (readonly number[])[] => {
  if (geometry instanceof Polygon) return geometry.getCoordinates()[0]?.slice(0, -1) ?? []
  if (geometry instanceof LineString) return geometry.getCoordinates()
  return geometry === undefined ? [] : [geometry.getCoordinates()]
}

/** Opens a map to draw on in an element, whose colours it takes. */
export const openDrawing = (
  element: HTMLElement,
  { isArea, isFixed, around }: Drawing,
  events: DrawingEvents,
): DrawingMap => {
  const colours = coloursOf(element)
  const drawn = new Feature<Point | LineString | Polygon>()
  const drawnSource = new VectorSource({ features: [drawn] })
  const dotSource = new VectorSource()
  const dot = (radius: number, isFull: boolean) =>
    new Style({
      image: new CircleStyle({
        radius,
        fill: new Fill({ color: isFull ? colours.line : colours.ground }),
        stroke: new Stroke({ color: isFull ? colours.ground : colours.line, width: 3 }),
      }),
    })
  const [plainDot, chosenDot] = [dot(7, false), dot(10, true)]
  const { layer: aroundLayer, extent: aroundExtent } = quietLayer(around, colours)
  let planes: readonly Plane[] = []
  const { map, open } = openMap(element, {
    colours,
    layers: [
      aroundLayer,
      new VectorLayer({
        source: drawnSource,
        style: new Style({ stroke: new Stroke({ color: colours.line, width: 3 }) }),
      }),
      new VectorLayer({
        source: dotSource,
        style: feature => (feature.get('isChosen') === true ? chosenDot : plainDot),
      }),
    ],
    extent: () =>
      planes.length === 0 ? aroundExtent : boundingExtent(planes.map(each => [...each])),
    onScale: events.onScale,
  })
  /** Whether the pointer that is down has changed the line, so that it is no tap. */
  let isDragged = false

  const placeAt = (pixel: readonly number[]): number => {
    const distances = planes.map(plane => {
      const [x = 0, y = 0] = map.getPixelFromCoordinate([...plane]) ?? []
      return Math.hypot(x - (pixel[0] ?? 0), y - (pixel[1] ?? 0))
    })
    const nearest = distances.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
    return nearest <= fingerPx ? distances.indexOf(nearest) : -1
  }

  let modify: Modify | null = null
  const endModify = (): void => {
    if (modify !== null) map.removeInteraction(modify)
    modify = null
  }
  const beginModify = (): void => {
    if (isFixed || modify !== null) return
    modify = new Modify({
      source: drawnSource,
      pixelTolerance: fingerPx,
      deleteCondition: never,
      style: plainDot,
    })
    modify.on('modifyend', handleModified)
    map.addInteraction(modify)
  }
  const handleModified = (): void => {
    const moved = geometryPlanes(drawn.getGeometry())
    const place = moved.findIndex((plane, n) => !isSame(plane, planes[n]))
    const plane = moved[place]
    if (plane === undefined) return
    isDragged = true
    if (moved.length > planes.length) events.onInsert(place, positionOf(plane))
    else events.onMove(place, positionOf(plane))
  }
  element.addEventListener(
    'pointerdown',
    () => {
      isDragged = false
      beginModify()
    },
    { capture: true },
  )
  map.on('click', ({ pixel, coordinate }) => {
    const place = placeAt(pixel)
    if (place >= 0) events.onChoose(place)
    else if (!isDragged) events.onTap(positionOf(coordinate))
  })

  const show = (vertices: readonly MapPosition[], chosen: number | null): void => {
    planes = vertices.map(planeOf)
    if (planes.length > mostAtOnce) endModify()
    else beginModify()
    drawn.setGeometry(drawnAs(planes, isArea) ?? undefined)
    const hasDot = (place: number): boolean =>
      planes.length <= mostAtOnce || place === 0 || place === planes.length - 1 || place === chosen
    dotSource.clear()
    dotSource.addFeatures(
      planes.flatMap((plane, place) =>
        hasDot(place)
          ? [new Feature({ geometry: new Point([...plane]), isChosen: place === chosen })]
          : [],
      ),
    )
  }
  return { ...open, show }
}
