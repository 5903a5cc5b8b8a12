import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { positionReading } from '../../../form/types/positions.ts'
import type { Fix } from '../../../location/locate.ts'
import { metresBetween } from '../../../location/metres-between.ts'
import type { Given } from './given.ts'

/** A position in an answer that is far from the device. */
export interface FarHint {
  readonly kind: 'far'
  readonly field: CompiledField
  readonly metres: number
}

/** More than the walk around a home, a field or a water point. */
const farMetres = 1000

/**
 * The positions that are far from where the device is. Answers of type GEOPOINT count, typed ones above all. A place
 * chosen from a list does not, because a village is wider than this and its position is one point of it. The device's
 * position is the one that is sent with the interview; without its accuracy there is no hint. The distance counts as
 * far as it is larger than both accuracies together, so that a bad fix is no reason for a hint.
 */
export const farHints = (positions: readonly Given[], here: Fix | null): readonly FarHint[] => {
  const { accuracy } = here ?? { accuracy: null }
  if (here === null || accuracy === null) return []
  return positions.flatMap(({ field, answer }) => {
    const reading = positionReading(answer)
    if (reading.kind !== 'position') return []
    const metres = metresBetween(here, reading)
    return metres - accuracy - (reading.metres ?? 0) > farMetres
      ? [{ kind: 'far', field, metres }]
      : []
  })
}
