import type { FieldType } from '../../../../replication/wire/field-types.ts'
import { readAnswer } from '../../../form/answers/reading.ts'
import { readingText } from '../../../interviews/reading-text.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { drawnVertices } from './vertices.ts'

/** `12 points, 340 m`, or a position; of a line or an area that is not finished only the number of points. */
export const measuresOf = (type: FieldType, value: string): string => {
  if (value === '') return ''
  const reading = readAnswer(type, value, [])
  if (reading.kind === 'trace' || reading.kind === 'position') return readingText(reading)
  const { length } = drawnVertices(value, type === 'GEOSHAPE')
  return length === 0 ? value : geopoint.points(length)
}
