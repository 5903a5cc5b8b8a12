/* Many shapes on a map, of which one or several can be chosen. */
import Feature, { type FeatureLike } from 'ol/Feature.js'
import { boundingExtent, createEmpty, extend, getHeight, getWidth, isEmpty } from 'ol/extent.js'
import Circle from 'ol/geom/Circle.js'
import type Geometry from 'ol/geom/Geometry.js'
import VectorLayer from 'ol/layer/Vector.js'
import { getPointResolution } from 'ol/proj.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import type { Shape } from '../shape.ts'
import { geometryOf } from './geometry.ts'
import { closestZoom, fingerPx, openMap, type OpenMap } from './map.ts'
import { coloursOf, planeOf } from './plane.ts'
import { createStyles } from './styles.ts'

/** What the surveyor does on the map. */
export interface ShapesEvents {
  /** A tap on a shape, or on several that are at the same place. */
  readonly onChoose: (ids: readonly string[]) => void
  /** The metres that 100 px are, in the middle of the map. */
  readonly onScale: (metres: number) => void
  /** The number of points that are shown as one. */
  readonly countText: (count: number) => string
}

/** A map with shapes. */
export interface ShapesMap extends OpenMap {
  readonly show: (shapes: readonly Shape[]) => void
  readonly choose: (ids: readonly string[]) => void
}

/** Points that are nearer than this, in px, are shown as one with their number. */
const clusterPx = 44

const idOf = (feature: FeatureLike): string => String(feature.getId())

/** The points that a dot on the map stands for. */
const pointsOf = (dot: FeatureLike): readonly Feature[] =>
  (dot.get('features') as readonly Feature[] | undefined) ?? []

/** Opens a map with shapes in an element, whose colours it takes. */
export const openShapes = (element: HTMLElement, events: ShapesEvents): ShapesMap => {
  const colours = coloursOf(element)
  const styles = createStyles(colours, events.countText)
  const byId = new Map<string, Shape>()
  const shapeOf = (feature: FeatureLike): Shape | undefined => byId.get(idOf(feature))
  const points = new VectorSource()
  const drawn = new VectorSource()
  const circles = new VectorSource()
  const chosen = new VectorSource()
  const styleOf = (feature: FeatureLike, isChosen: boolean) => {
    const shape = shapeOf(feature)
    return shape === undefined ? [] : isChosen ? styles.chosen(shape) : styles.plain(shape)
  }
  const drawnLayer = new VectorLayer({ source: drawn, style: each => styleOf(each, false) })
  const pointLayer = new VectorLayer({
    source: new Cluster({ source: points, distance: clusterPx }),
    style: dot => {
      const [first, ...others] = pointsOf(dot)
      if (first === undefined) return []
      return others.length === 0 ? styleOf(first, false) : styles.several(others.length + 1)
    },
  })
  const chosenLayer = new VectorLayer({ source: chosen, style: each => styleOf(each, true) })
  const extent = () => {
    const all = createEmpty()
    for (const source of [points, drawn, circles]) {
      const own = source.getExtent()
      if (own !== null) extend(all, own)
    }
    return isEmpty(all) && points.isEmpty() ? null : all
  }
  const circleLayer = new VectorLayer({ source: circles, style: styles.accuracy })
  const { map, view, open } = openMap(element, {
    colours,
    layers: [circleLayer, drawnLayer, pointLayer, chosenLayer],
    extent,
    onScale: events.onScale,
  })

  /** Comes nearer to points that are shown as one; chooses them where they would never part. */
  const enter = (members: readonly Feature[]): void => {
    const around = boundingExtent(
      members.flatMap(member => {
        const at = shapeOf(member)?.vertices[0]
        return at === undefined ? [] : [[...planeOf(at)]]
      }),
    )
    const closest = view.getResolutionForZoom(closestZoom) * clusterPx
    const isParted = Math.max(getWidth(around), getHeight(around)) > closest
    if (isParted) view.fit(around, { padding: [60, 60, 60, 60] })
    else events.onChoose(members.map(idOf))
  }
  map.on('click', ({ pixel }) => {
    const tapped = map.forEachFeatureAtPixel(pixel, feature => feature, {
      hitTolerance: fingerPx / 2,
      layerFilter: layer => [drawnLayer, pointLayer, chosenLayer].some(each => each === layer),
    })
    if (tapped === undefined) return
    const members = pointsOf(tapped)
    if (members.length > 1) enter(members)
    else events.onChoose([idOf(members[0] ?? tapped)])
  })

  const featureOf = (shape: Shape): Feature<Geometry> => {
    const feature = new Feature<Geometry>(geometryOf(shape))
    feature.setId(shape.id)
    return feature
  }
  const circleOf = ({ vertices: [at], metres }: Shape): readonly Feature[] => {
    if (at === undefined || metres === undefined) return []
    const plane = [...planeOf(at)]
    const scale = getPointResolution(view.getProjection(), 1, plane)
    return [new Feature(new Circle(plane, metres / scale))]
  }
  return {
    ...open,
    show: shapes => {
      byId.clear()
      for (const shape of shapes) byId.set(shape.id, shape)
      for (const source of [points, drawn, circles]) source.clear(true)
      const all = [...byId.values()]
      const isPoint = ({ vertices }: Shape): boolean => vertices.length === 1
      points.addFeatures(all.filter(isPoint).map(featureOf))
      drawn.addFeatures(all.filter(shape => !isPoint(shape)).map(featureOf))
      circles.addFeatures(all.flatMap(circleOf))
    },
    choose: ids => {
      chosen.clear(true)
      chosen.addFeatures(
        ids.flatMap(id => {
          const shape = byId.get(id)
          return shape === undefined ? [] : [featureOf(shape)]
        }),
      )
    },
  }
}
