/**
 * Operations with positions, lines and areas, as imported forms use them: on a sphere for lengths and areas, and in the
 * plane of degrees for what is within or crosses. Each is total: it returns a value for any input.
 */

import { areaOf, isClosed, lengthOf, vertexIn, verticesIn, type Vertex } from '../types/traces.ts'

type Segment = readonly [from: Vertex, to: Vertex]

/** The vertices of one line or area, or of several positions or lists of them; null for anything else. */
const verticesOf = (given: readonly unknown[]): readonly Vertex[] | null => {
  const texts = given.flat().map(value => String(value ?? ''))
  if (texts.length === 1) return verticesIn(texts[0] ?? '')
  const found = texts.map(verticesIn)
  return found.every(vertices => vertices?.length === 1)
    ? found.flatMap(vertices => vertices ?? [])
    : null
}

const twoDecimals = (value: number): number => Math.abs(Math.round(value * 100) / 100)

/** More than 0 when the way from `a` over `b` to `c` turns left, less when it turns right. */
const turnAt = (a: Vertex, b: Vertex, c: Vertex): number =>
  Math.sign(
    (b.longitude - a.longitude) * (c.latitude - b.latitude) -
      (b.latitude - a.latitude) * (c.longitude - b.longitude),
  )

const isBetween = (a: number, value: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b)

/** Whether a vertex is on a segment. */
const isOn = (vertex: Vertex, [from, to]: Segment): boolean =>
  isBetween(from.longitude, vertex.longitude, to.longitude) &&
  isBetween(from.latitude, vertex.latitude, to.latitude) &&
  turnAt(from, to, vertex) === 0

const meet = (one: Segment, other: Segment): boolean => {
  const [a, b] = one
  const [c, d] = other
  const isCrossed = turnAt(a, b, c) * turnAt(a, b, d) < 0 && turnAt(c, d, a) * turnAt(c, d, b) < 0
  return isCrossed || isOn(c, one) || isOn(d, one) || isOn(a, other) || isOn(b, other)
}

/** Whether a line goes back on itself from one segment to the next. */
const turnsBack = (one: Segment, next: Segment): boolean => isOn(next[1], one) || isOn(one[0], next)

/** Whether any two segments meet anywhere but where one follows the other. */
const meetsItself = (vertices: readonly Vertex[]): boolean => {
  const segments = vertices.slice(1).flatMap((to, place): readonly Segment[] => {
    const from = vertices[place] ?? to
    return isClosed([from, to]) ? [] : [[from, to]]
  })
  const last = segments.length - 1
  return segments.some((one, place) =>
    segments.slice(place + 1).some((other, n) => {
      if (n === 0) return turnsBack(one, other)
      return place === 0 && n === last - 1 && isClosed(vertices)
        ? turnsBack(other, one)
        : meet(one, other)
    }),
  )
}

/** Whether a position is within a ring, by how many of its segments a way out to the east crosses. */
const isWithin = ({ latitude, longitude }: Vertex, ring: readonly Vertex[]): boolean =>
  ring.slice(1).filter((to, place) => {
    const from = ring[place] ?? to
    const isPassed = to.latitude > latitude !== from.latitude > latitude
    // In this order, because another one rounds otherwise than ODK.
    const east =
      ((from.longitude - to.longitude) * (latitude - to.latitude)) / (from.latitude - to.latitude)
    return isPassed && longitude < east + to.longitude
  }).length %
    2 ===
  1

/** WARNING: forms contain these names (docs/form-logic.md), so a name must stay and keep its meaning. */
export const geometryOperations: Readonly<
  Record<string, (...given: readonly unknown[]) => unknown>
> = {
  /** What a line or area, or these positions, enclose, in square metres; 0 for anything else. */
  area: (...given) => twoDecimals(areaOf(verticesOf(given) ?? [])),
  /** The length of a line, around an area, or from each of these positions to the next, in metres; null for anything else. */
  distance: (...given) => {
    const vertices = verticesOf(given) ?? []
    return vertices.length < 2 ? null : twoDecimals(lengthOf(vertices))
  },
  /** Whether a position is within an area. */
  geofence: (position, area) => {
    const vertex = vertexIn(String(position ?? '').trim())
    const ring = verticesOf([area]) ?? []
    return vertex !== null && ring.length > 1 && isClosed(ring) && isWithin(vertex, ring)
  },
  /** Whether a line or area crosses or touches itself. */
  intersects: value => meetsItself(verticesOf([value]) ?? []),
}
