import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import type { Shape } from '../shape.ts'
import { planeOf } from './plane.ts'

/** A shape in the map's plane. */
export const geometryOf = ({ vertices, isArea }: Shape): Point | LineString | Polygon => {
  const coordinates = vertices.map(vertex => [...planeOf(vertex)])
  const [first] = coordinates
  if (first === undefined || coordinates.length === 1) return new Point(first ?? [0, 0])
  return isArea ? new Polygon([[...coordinates, first]]) : new LineString(coordinates)
}
