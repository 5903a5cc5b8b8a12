/* The only door to ol, which loads when a map is opened. */
import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { never } from 'ol/events/condition.js'
import { boundingExtent } from 'ol/extent.js'
import Circle from 'ol/geom/Circle.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import { defaults as gestures } from 'ol/interaction/defaults.js'
import Modify from 'ol/interaction/Modify.js'
import Graticule from 'ol/layer/Graticule.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat, getPointResolution, toLonLat } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'

/** A position in degrees. */
export interface MapPosition {
  readonly latitude: number
  readonly longitude: number
}

/** Where the device is, with its accuracy in metres. */
export interface MapDevice extends MapPosition {
  readonly accuracy: number
}

/** What the surveyor does on the map. */
export interface MapEvents {
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

/** An open map: a plain ground with a grid of degrees, and north at the top. */
export interface OpenMap {
  /** Shows the vertices, with one of them chosen. */
  readonly show: (vertices: readonly MapPosition[], chosen: number | null) => void
  readonly showDevice: (at: MapDevice) => void
  readonly zoomBy: (steps: number) => void
  /** Shows all vertices, or where the device is. */
  readonly showAll: () => void
  readonly close: () => void
}

/** A place in the map's own plane. */
type Plane = readonly [x: number, y: number]

/** How near a finger must come, in px. */
const fingerPx = 18

/** The distances of the grid's lines, in degrees: from 10 degrees to about a metre. */
const gridSteps = [
  10,
  ...[1, 0.1, 0.01, 0.001, 0.0001, 0.00001].flatMap(part => [5 * part, 2 * part, part]),
]

/** A whole country before anything is on the map. */
const farZoom = 3
const nearZoom = 18

const planeOf = ({ longitude, latitude }: MapPosition): Plane => {
  const [x = 0, y = 0] = fromLonLat([longitude, latitude])
  return [x, y]
}

const degrees = (value: number): number => Number(value.toFixed(7))

const positionOf = (plane: readonly number[]): MapPosition => {
  const [longitude = 0, latitude = 0] = toLonLat([...plane])
  return { latitude: degrees(latitude), longitude: degrees(longitude) }
}

const isSame = (one: readonly number[] | undefined, other: readonly number[] | undefined) =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1]

/** The colours of the page in the canvas, from the styles of its element. */
const coloursOf = (element: HTMLElement) => {
  const { color, borderTopColor, backgroundColor } = getComputedStyle(element)
  return { line: color, grid: borderTopColor, ground: backgroundColor }
}

const drawnAs = (planes: readonly Plane[], isArea: boolean) => {
  const coordinates = planes.map(plane => [...plane])
  const [first] = coordinates
  if (first === undefined) return null
  if (coordinates.length === 1) return new Point(first)
  return isArea && coordinates.length > 2
    ? new Polygon([[...coordinates, first]])
    : new LineString(coordinates)
}

/** How a map is drawn on. */
export interface Drawing {
  /** Three vertices are drawn as an area. */
  readonly isArea: boolean
  /** Nothing can be dragged. */
  readonly isFixed: boolean
}

/** Opens a map in an element, whose colours it takes. */
export const openMap = (
  element: HTMLElement,
  { isArea, isFixed }: Drawing,
  events: MapEvents,
): OpenMap => {
  const colours = coloursOf(element)
  const drawn = new Feature()
  const device = new Feature()
  const vertexSource = new VectorSource()
  const thin = new Stroke({ color: colours.line, width: 3 })
  const dot = (radius: number, isFull: boolean) =>
    new Style({
      image: new CircleStyle({
        radius,
        fill: new Fill({ color: isFull ? colours.line : colours.ground }),
        stroke: new Stroke({ color: isFull ? colours.ground : colours.line, width: 3 }),
      }),
    })
  const [plainDot, chosenDot] = [dot(7, false), dot(10, true)]
  const layers = [
    new VectorLayer({
      source: new VectorSource({ features: [device] }),
      style: new Style({ stroke: new Stroke({ color: colours.line, width: 1, lineDash: [4, 4] }) }),
    }),
    new VectorLayer({
      source: new VectorSource({ features: [drawn] }),
      style: new Style({ stroke: thin }),
    }),
    new VectorLayer({
      source: vertexSource,
      style: feature => (feature.get('isChosen') === true ? chosenDot : plainDot),
    }),
  ]
  const label = () => new Text({ font: '12px system-ui', fill: new Fill({ color: colours.line }) })
  const grid = new Graticule({
    strokeStyle: new Stroke({ color: colours.grid, width: 1 }),
    intervals: gridSteps,
    showLabels: true,
    wrapX: false,
    lonLabelFormatter: value => `${degrees(value)}°`,
    latLabelFormatter: value => `${degrees(value)}°`,
    lonLabelStyle: label(),
    latLabelStyle: label(),
  })
  const view = new View({ center: [0, 0], zoom: farZoom, maxZoom: 23, enableRotation: false })
  const map = new OlMap({
    target: element,
    layers: [grid, ...layers],
    view,
    controls: [],
    interactions: gestures({
      doubleClickZoom: false,
      altShiftDragRotate: false,
      pinchRotate: false,
    }),
  })
  let planes: readonly Plane[] = []
  /** Whether the pointer that is down has changed the line, so that it is no tap. */
  let isDragged = false

  const placeAt = (pixel: readonly number[]): number => {
    const distances = planes.map(plane => {
      const [x = 0, y = 0] = map.getPixelFromCoordinate([...plane]) ?? []
      return Math.hypot(x - (pixel[0] ?? 0), y - (pixel[1] ?? 0))
    })
    const nearest = Math.min(...distances)
    return nearest <= fingerPx ? distances.indexOf(nearest) : -1
  }

  const source = layers[1]?.getSource()
  const modify = new Modify({
    ...(source ? { source } : {}),
    pixelTolerance: fingerPx,
    deleteCondition: never,
    style: plainDot,
  })
  modify.on('modifyend', () => {
    const geometry = drawn.getGeometry() as Point | LineString | Polygon | undefined
    const moved = geometryPlanes(geometry)
    const place = moved.findIndex((plane, n) => !isSame(plane, planes[n]))
    const plane = moved[place]
    if (plane === undefined) return
    isDragged = true
    if (moved.length > planes.length) events.onInsert(place, positionOf(plane))
    else events.onMove(place, positionOf(plane))
  })
  if (!isFixed) map.addInteraction(modify)
  element.addEventListener('pointerdown', () => (isDragged = false), { capture: true })
  map.on('click', ({ pixel, coordinate }) => {
    const place = placeAt(pixel)
    if (place >= 0) events.onChoose(place)
    else if (!isDragged) events.onTap(positionOf(coordinate))
  })
  map.on('moveend', () => {
    const [centre, resolution] = [view.getCenter(), view.getResolution()]
    if (centre === undefined || resolution === undefined) return
    events.onScale(getPointResolution(view.getProjection(), resolution, centre) * 100)
  })

  const show = (vertices: readonly MapPosition[], chosen: number | null): void => {
    planes = vertices.map(planeOf)
    drawn.setGeometry(drawnAs(planes, isArea) ?? undefined)
    vertexSource.clear()
    vertexSource.addFeatures(
      planes.map(
        (plane, place) =>
          new Feature({ geometry: new Point([...plane]), isChosen: place === chosen }),
      ),
    )
  }
  const showAll = (): void => {
    const extent = device.getGeometry()?.getExtent()
    if (planes.length === 0 && extent === undefined) return
    view.fit(
      planes.length === 0 && extent ? extent : boundingExtent(planes.map(each => [...each])),
      {
        padding: [40, 40, 40, 40],
        maxZoom: nearZoom,
      },
    )
  }
  return {
    show,
    showAll,
    showDevice: ({ accuracy, ...at }) => {
      const isFirst = device.getGeometry() === undefined && planes.length === 0
      const plane = [...planeOf(at)]
      const scale = getPointResolution(view.getProjection(), 1, plane)
      device.setGeometry(new Circle(plane, Math.max(1, accuracy) / scale))
      if (isFirst) showAll()
    },
    zoomBy: steps => view.adjustZoom(steps),
    close: () => {
      map.setTarget()
      map.dispose()
    },
  }
}

/** The vertices of a drawn geometry, of an area without the repeated first one. */
const geometryPlanes = (
  geometry: Point | LineString | Polygon | undefined,
): readonly (readonly number[])[] => {
  if (geometry instanceof Polygon) return geometry.getCoordinates()[0]?.slice(0, -1) ?? []
  if (geometry instanceof LineString) return geometry.getCoordinates()
  return geometry === undefined ? [] : [geometry.getCoordinates()]
}
