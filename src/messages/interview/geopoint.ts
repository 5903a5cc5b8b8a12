import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Words of the position input. */
export const geopoint = translatable('geopoint.geopoint', {
  record: 'Record position',
  again: 'Record again',
  stop: 'Keep this position',
  reading: 'Looking for the position…',
  improving: 'Getting more accurate…',
  inaccurate: (metres: string) =>
    `Less accurate than the ${metres} m that this survey asks for. Record again under open sky.`,
  within: (metres: string) => `within ${metres} m`,
  points: (count: number) => counted(count, 'point', 'points'),
  metres: (metres: string) => `${metres} m`,
  kilometres: (kilometres: string) => `${kilometres} km`,
  squareMetres: (metres: string) => `${metres} m²`,
  hectares: (hectares: string) => `${hectares} ha`,
  squareKilometres: (kilometres: string) => `${kilometres} km²`,
  around: (length: string) => `${length} around`,
  type: 'Type coordinates',
  measure: 'Use the device instead',
  failed: {
    denied:
      'The app may not read the position. Allow it in the browser’s settings, or type the coordinates.',
    unavailable:
      'The device does not know its position. Try again under open sky, or type the coordinates.',
    timeout: 'No position was found in time. Try again under open sky, or type the coordinates.',
  },
})
