import { joinedText, type Reading } from './field-type.ts'
import { isPosition } from './positions.ts'

/** One position of a line or an area; altitude and accuracy in metres, 0 where they are not known. */
export interface Vertex {
  readonly latitude: number
  readonly longitude: number
  readonly altitude: number
  readonly accuracy: number
}

/** The radius of the earth by which ODK measures, in metres. */
const earthMetres = 6_378_100

/** The texts of the positions; semicolons at the end separate nothing. */
const partsIn = (text: string): readonly string[] => {
  const parts = text.split(';').map(part => part.trim())
  while (parts.at(-1) === '') parts.pop()
  return parts
}

/** One position as ODK's functions read it, two to four words with degrees that exist; null for any other text. */
export const vertexIn = (part: string): Vertex | null => {
  const numbers = part.split(/\s+/).map(Number)
  const [latitude = Number.NaN, longitude = Number.NaN, altitude = 0, accuracy = 0] = numbers
  const isMeant = numbers.length >= 2 && numbers.length <= 4
  // Words are no numbers, which are neither more nor less than 90.
  if (!isMeant || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  return { latitude, longitude, altitude, accuracy }
}

/** The vertices of `lat lon altitude accuracy;…`, with the repeated first one at the end of an area; null for any other text. */
export const verticesIn = (text: string): readonly Vertex[] | null => {
  const found = partsIn(text).map(vertexIn)
  return found.includes(null) ? null : (found as readonly Vertex[])
}

/** Whether the last vertex is where the first one is. */
export const isClosed = (vertices: readonly Vertex[]): boolean => {
  const [first, last] = [vertices[0], vertices.at(-1)]
  return first?.latitude === last?.latitude && first?.longitude === last?.longitude
}

const arePositions = (text: string, least: number): boolean => {
  const parts = partsIn(text)
  return parts.length >= least && parts.every(isPosition)
}

/** Whether a text is a line: at least two positions. */
export const isTrace = (text: string): boolean => arePositions(text, 2)

/** Whether a text is an area: at least three positions, and the first one again. */
export const isShape = (text: string): boolean =>
  arePositions(text, 4) && isClosed(verticesIn(text) ?? [])

const radians = (degrees: number): number => (degrees * Math.PI) / 180

const stepMetres = (from: Vertex, to: Vertex): number => {
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const cosine =
    Math.sin(a) * Math.sin(b) +
    Math.cos(a) * Math.cos(b) * Math.cos(radians(from.longitude - to.longitude))
  // Of equal positions it may be more than 1 by rounding.
  return Math.acos(Math.min(1, cosine)) * earthMetres
}

/** The steps from each vertex to the next. */
const steps = (vertices: readonly Vertex[]): readonly (readonly [from: Vertex, to: Vertex])[] =>
  vertices.slice(1).map((to, place) => [vertices[place] ?? to, to])

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

/** The length of a line in metres, as ODK's `distance` has it. */
export const lengthOf = (vertices: readonly Vertex[]): number =>
  sum(steps(vertices).map(([from, to]) => stepMetres(from, to)))

/**
 * What vertices enclose in square metres, as ODK's `area` has it, and less than 0 one way around; an open line is closed
 * first.
 */
export const areaOf = (vertices: readonly Vertex[]): number => {
  const [first] = vertices
  if (first === undefined || vertices.length < 3) return 0
  const ring = isClosed(vertices) ? vertices : [...vertices, first]
  const parts = steps(ring).map(
    ([from, to]) =>
      radians(to.longitude - from.longitude) *
      (2 + Math.sin(radians(to.latitude)) + Math.sin(radians(from.latitude))),
  )
  return (sum(parts) * earthMetres * earthMetres) / 2
}

/** A line or an area as people read it; anything else as it was typed. `isArea`: whether it is one. */
export const traceReading = (answer: string | readonly string[], isArea: boolean): Reading => {
  const text = typeof answer === 'string' ? answer : joinedText([...answer])
  const vertices = verticesIn(text)
  if (vertices === null || !(isArea ? isShape : isTrace)(text)) return { kind: 'text', text }
  const metres = vertices.reduce((worst, { accuracy }) => Math.max(worst, accuracy), 0)
  return {
    kind: 'trace',
    points: vertices.length - Number(isArea),
    length: lengthOf(vertices),
    area: isArea ? Math.abs(areaOf(vertices)) : null,
    metres: metres > 0 ? metres : null,
  }
}
