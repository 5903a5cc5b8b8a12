/* A plain map: a ground with a grid of degrees, and north at the top. What is on it comes from drawing.ts and shapes.ts. */
import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import type { Extent } from 'ol/extent.js'
import Circle from 'ol/geom/Circle.js'
import { defaults as gestures } from 'ol/interaction/defaults.js'
import type Layer from 'ol/layer/Layer.js'
import Graticule from 'ol/layer/Graticule.js'
import VectorLayer from 'ol/layer/Vector.js'
import { getPointResolution } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Ground } from '../../ground/ground.ts'
import type { MapDevice } from '../shape.ts'
import { layGround } from './lay-ground.ts'
import { degrees, planeOf, type Colours } from './plane.ts'

/** What every map does. */
export interface OpenMap {
  /** Shows where the device is. */
  readonly showDevice: (at: MapDevice) => void
  readonly zoomBy: (steps: number) => void
  /** Lays a ground beneath; `onCredit` gets the words of its makers. Returns what takes it away. */
  readonly lay: (ground: Ground, onCredit: (credit: string) => void) => () => void
  /** Shows all that is on the map, or where the device is. */
  readonly showAll: () => void
  readonly close: () => void
}

/** What is on a map. */
interface Contents {
  readonly colours: Colours
  /** From the lowest to the highest, all above the ground. */
  readonly layers: readonly Layer[]
  /** What they reach over; null while they are empty. */
  readonly extent: () => Extent | null
  /** The metres that 100 px are, in the middle of the map. */
  readonly onScale: (metres: number) => void
}

/** An open map, and the parts by which it is drawn on. */
interface Opened {
  readonly map: OlMap
  readonly view: View
  readonly open: OpenMap
}

/** How near a finger must come, in px. */
export const fingerPx = 18

/** The distances of the grid's lines, in degrees: from 10 degrees to about a metre. */
const gridSteps = [
  10,
  ...[1, 0.1, 0.01, 0.001, 0.0001, 0.00001].flatMap(part => [5 * part, 2 * part, part]),
]

/** A whole country before anything is on the map. */
const farZoom = 3
const nearZoom = 18

/** The closest view, in which a metre is more than ten px. */
export const closestZoom = 23

const gridOf = ({ line, grid }: Colours) => {
  const label = (place: {
    readonly textAlign?: CanvasTextAlign
    readonly textBaseline?: CanvasTextBaseline
  }) => new Text({ font: '12px system-ui', fill: new Fill({ color: line }), ...place })
  return new Graticule({
    strokeStyle: new Stroke({ color: grid, width: 1 }),
    intervals: gridSteps,
    showLabels: true,
    wrapX: false,
    lonLabelFormatter: value => `${degrees(value)}°`,
    latLabelFormatter: value => `${degrees(value)}°`,
    lonLabelStyle: label({ textBaseline: 'bottom' }),
    latLabelStyle: label({ textAlign: 'end', textBaseline: 'bottom' }),
  })
}

/** Opens a map in an element. */
export const openMap = (
  element: HTMLElement,
  { colours, layers, extent, onScale }: Contents,
): Opened => {
  const device = new Feature()
  const deviceLayer = new VectorLayer({
    source: new VectorSource({ features: [device] }),
    style: new Style({
      stroke: new Stroke({ color: colours.line, width: 1, lineDash: [4, 4] }),
    }),
  })
  const grid = gridOf(colours)
  const view = new View({
    center: [0, 0],
    zoom: farZoom,
    maxZoom: closestZoom,
    enableRotation: false,
  })
  const map = new OlMap({
    target: element,
    layers: [grid, deviceLayer, ...layers],
    view,
    controls: [],
    interactions: gestures({
      doubleClickZoom: false,
      altShiftDragRotate: false,
      pinchRotate: false,
    }),
  })
  map.on('moveend', () => {
    const [centre, resolution] = [view.getCenter(), view.getResolution()]
    if (centre === undefined || resolution === undefined) return
    onScale(getPointResolution(view.getProjection(), resolution, centre) * 100)
  })
  const showAll = (): void => {
    const shown = extent() ?? device.getGeometry()?.getExtent()
    if (shown === undefined) return
    view.fit(shown, { padding: [40, 40, 40, 40], maxZoom: nearZoom })
  }
  const showDevice = ({ accuracy, ...at }: MapDevice): void => {
    const isFirst = device.getGeometry() === undefined && extent() === null
    const plane = [...planeOf(at)]
    const scale = getPointResolution(view.getProjection(), 1, plane)
    device.setGeometry(new Circle(plane, Math.max(1, accuracy) / scale))
    if (isFirst) showAll()
  }
  const close = (): void => {
    map.setTarget()
    map.dispose()
  }
  return {
    map,
    view,
    open: {
      showDevice,
      showAll,
      zoomBy: steps => view.adjustZoom(steps),
      lay: (ground, onCredit) => layGround(map, grid, ground, onCredit),
      close,
    },
  }
}
