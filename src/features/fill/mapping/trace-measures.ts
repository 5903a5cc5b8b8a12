import { readAnswer } from '../../../form/answers/reading.ts'
import { readingText } from '../../../interviews/reading-text.ts'
import { geopoint } from '../../../messages/interview/geopoint.ts'
import { drawnVertices } from './vertices.ts'

/** `12 points, 340 m`; of a line or an area that is not finished only the number of points. */
export const measuresOf = (value: string, isArea: boolean): string => {
  if (value === '') return ''
  const reading = readAnswer(isArea ? 'GEOSHAPE' : 'GEOTRACE', value, [])
  if (reading.kind === 'trace') return readingText(reading)
  const { length } = drawnVertices(value, isArea)
  return length === 0 ? value : geopoint.points(length)
}
