import { isClosed, verticesIn } from '../form/types/traces.ts'
import type { Shape, ShapeStyle } from './shape.ts'

/** The point, line or area that a text describes as answers do, `lat lon altitude accuracy;…`; null for any other text. */
export const shapeIn = (id: string, text: string, style: ShapeStyle = {}): Shape | null => {
  const vertices = text.trim() === '' ? null : verticesIn(text)
  if (vertices === null || vertices.length === 0) return null
  const isArea = vertices.length > 3 && isClosed(vertices)
  return { id, vertices: isArea ? vertices.slice(0, -1) : vertices, isArea, style }
}
