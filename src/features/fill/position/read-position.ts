import type { Env, LocateFailure } from '../../../env.ts'
import { pause } from '../../../lib/pause.ts'
import { readPositionForMs, readPositionEveryMs, readPositionMs } from '../../../limits.ts'

/** A position that was asked for, in metres where it is no degree. */
export interface ReadPosition {
  readonly latitude: number
  readonly longitude: number
  /** null where the device does not tell. */
  readonly altitude: number | null
  readonly accuracy: number
}

/**
 * Reads where the device is until that is known within `wantedMetres`, at most for a minute, and tells of each
 * better position as it comes. Gives why there was none at all, or null. Stops when `isWanted` says no.
 */
export const readPosition = async (
  { locate, clock }: Pick<Env, 'locate' | 'clock'>,
  wantedMetres: number,
  found: (position: ReadPosition) => void,
  isWanted: () => boolean,
): Promise<LocateFailure | null> => {
  const until = clock.now() + readPositionForMs
  let best: ReadPosition | null = null
  let failure: LocateFailure | null = null
  while (isWanted() && clock.now() < until) {
    const answer = await locate({ highAccuracy: true, timeoutMs: readPositionMs, maxAgeMs: 0 })
    if (!isWanted()) break
    if (!answer.ok) {
      failure = answer.failure
      // Who refused is not asked again.
      if (failure === 'denied') break
    } else {
      const { latitude, longitude, accuracy, altitude = null } = answer.value
      if (best === null || accuracy < best.accuracy) {
        best = { latitude, longitude, altitude, accuracy }
        found(best)
      }
      if (best.accuracy <= wantedMetres) break
    }
    await pause(clock, readPositionEveryMs)
  }
  return best === null ? failure : null
}
