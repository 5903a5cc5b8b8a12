import { isClosed, verticesIn, type Vertex } from '../../../form/types/traces.ts'

/** The vertices of an answer, of an area without the repeated first one; none where it is no line and no area. */
export const drawnVertices = (answer: string, isArea: boolean): readonly Vertex[] => {
  const vertices = answer.trim() === '' ? [] : (verticesIn(answer) ?? [])
  return isArea && vertices.length > 1 && isClosed(vertices) ? vertices.slice(0, -1) : vertices
}

/** WARNING: this is sent, and imported forms read it: degrees, then metres. */
const vertexText = ({ latitude, longitude, altitude, accuracy }: Vertex): string =>
  [latitude.toFixed(7), longitude.toFixed(7), altitude.toFixed(1), accuracy.toFixed(1)].join(' ')

/** Vertices as an answer; those of an area end with the first one again as soon as there are three. */
export const answerOf = (vertices: readonly Vertex[], isArea: boolean): string => {
  const [first] = vertices
  const closed =
    isArea && first !== undefined && vertices.length > 2 ? [...vertices, first] : vertices
  return closed.map(vertexText).join(';')
}

/** A vertex that no device has measured. */
export const placedVertex = (at: Pick<Vertex, 'latitude' | 'longitude'>): Vertex => ({
  ...at,
  altitude: 0,
  accuracy: 0,
})
