import type { FieldType } from '../../replication/wire/field-types.ts'
import { isPosition } from '../../src/form/types/positions.ts'
import { isShape, isTrace, verticesIn, type Vertex } from '../../src/form/types/traces.ts'

/** Longitude and latitude in degrees, in the order of GeoJSON and WKT. */
type Position = readonly [longitude: number, latitude: number]

/** Where an answer is, in the shape of GeoJSON. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }

/** Whether the answers of a type are geometries. */
export const isGeometric = (type: FieldType): boolean =>
  type === 'GEOPOINT' || type === 'GEOTRACE' || type === 'GEOSHAPE'

/** Twice the area that a ring encloses in the plane of degrees; more than 0 when it is counter-clockwise. */
const turn = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x, y], place) => {
    const [nextX, nextY] = ring[(place + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)

const positionOf = ({ longitude, latitude }: Vertex): Position => [longitude, latitude]

/**
 * The geometry in an answer to a field of this type, by what the answer is; null for one that is no place on the earth. The
 * ring of an area is counter-clockwise (RFC 7946, 3.1.6).
 */
export const geometryIn = (type: FieldType, answer: string): Geometry | null => {
  const positions = verticesIn(answer)?.map(positionOf) ?? []
  const [first] = positions
  if (type !== 'GEOTRACE' && isShape(answer)) {
    return {
      type: 'Polygon',
      coordinates: [turn(positions) < 0 ? positions.toReversed() : positions],
    }
  }
  if (isTrace(answer)) return { type: 'LineString', coordinates: positions }
  return isPosition(answer) && first !== undefined ? { type: 'Point', coordinates: first } : null
}

const listText = (positions: readonly Position[]): string =>
  `(${positions.map(position => position.join(' ')).join(', ')})`

/** The geometry in an answer as WKT (ISO 19125); null for one that is no place on the earth. */
export const wktIn = (type: FieldType, answer: string): string | null => {
  const geometry = geometryIn(type, answer)
  switch (geometry?.type) {
    case 'Point':
      return `POINT ${listText([geometry.coordinates])}`
    case 'LineString':
      return `LINESTRING ${listText(geometry.coordinates)}`
    case 'Polygon':
      return `POLYGON (${geometry.coordinates.map(listText).join(', ')})`
    case undefined:
      return null
  }
}
