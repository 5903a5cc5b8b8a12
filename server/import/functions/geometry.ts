import type { FunctionRule } from './function-rule.ts'
import { valuesIn } from './sets.ts'
import { asText, perhaps, sure } from '../xpath/terms.ts'

/** Functions of positions, lines and areas. */

/** Of a line or an area, of several positions, or of those in a repeat. */
const measured = (name: 'area' | 'distance', most: number): FunctionRule => ({
  takes: [1, most],
  toTerm: (given, translation) => {
    const all = valuesIn(given, translation, asText)
    const values = all === null ? given.map(one => asText(translation.term(one))) : [all]
    return name === 'area'
      ? sure('number', { area: values })
      : perhaps('number', { distance: values })
  },
})

const truth = (name: 'geofence' | 'intersects', takes: number): FunctionRule => ({
  takes: [takes, takes],
  toTerm: (given, { term }) => sure('boolean', { [name]: given.map(one => asText(term(one))) }),
})

/** The translations of these functions. */
export const geometry: Readonly<Record<string, FunctionRule>> = {
  area: measured('area', 1),
  'enclosed-area': measured('area', 1),
  distance: measured('distance', Number.POSITIVE_INFINITY),
  geofence: truth('geofence', 2),
  intersects: truth('intersects', 1),
}
