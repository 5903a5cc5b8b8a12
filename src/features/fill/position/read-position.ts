import type { Env, LocateFailure } from '../../../env.ts'
import { pause } from '../../../lib/pause.ts'
import { readPositionForMs, readPositionEveryMs, readPositionMs } from '../../../limits.ts'

/** A recorded position; altitude and accuracy in metres. */
export interface ReadPosition {
  readonly latitude: number
  readonly longitude: number
  /** null where the device does not know. */
  readonly altitude: number | null
  readonly accuracy: number
}

/**
 * Reads the device's position until it is accurate to `wantedMetres`, for at most a minute, and reports each better
 * one. Returns why there was none, or null. Stops when `isWanted` returns false.
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
      // A refusal is not retried.
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
