import type { Database } from '../../collections/database.ts'
import { keepPlace, lastPlace, readPlace } from '../../collections/writes/write-location.ts'
import type { Env, LocateFailure, LocateOptions } from '../env.ts'
import { pause } from '../lib/pause.ts'
import {
  firstLocate,
  laterLocate,
  locateRetries,
  locateRetryMs,
  locationCacheMs,
} from '../limits.ts'

/** Where an interview takes place. */
export interface Fix {
  readonly latitude: number
  readonly longitude: number
  /** Metres; null when the device does not tell. */
  readonly accuracy: number | null
}

/** What finding the place needs of the world. */
export interface LocateParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'locate'>
}

/** The last fix, while it is young enough to be used again; a cache that cannot be read counts as none. */
const recentFix = async ({ db, env }: LocateParts): Promise<Fix | null> => {
  const last = await readPlace(db, lastPlace).catch(() => null)
  if (last === null) return null
  const ageMs = env.clock.now() - last.timestamp
  return ageMs >= 0 && ageMs < locationCacheMs ? toFix(last) : null
}

const toFix = (place: {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number
}): Fix => ({
  latitude: place.latitude,
  longitude: place.longitude,
  accuracy: place.accuracy > 0 ? place.accuracy : null,
})

const askOnce = async (
  { db, env }: LocateParts,
  options: LocateOptions,
): Promise<Fix | LocateFailure> => {
  const answer = await env.locate(options)
  if (!answer.ok) return answer.failure
  const { latitude, longitude, accuracy } = answer.value
  const place = { latitude, longitude, accuracy: Number.isFinite(accuracy) ? accuracy : 0 }
  await keepPlace(db, {
    id: lastPlace,
    ...place,
    address: '',
    city: '',
    rawAddress: '',
    timestamp: env.clock.now(),
  }).catch(() => undefined)
  return toFix(place)
}

/**
 * Where the device is: the fix of the last 5 minutes, else a new one, with up to 2 more tries 1 s apart;
 * why not, when it cannot be told (4.29, 9.20, 9.21). Who refused is not asked again.
 */
export const locate = async (parts: LocateParts): Promise<Fix | LocateFailure> => {
  const recent = await recentFix(parts)
  if (recent !== null) return recent
  let found = await askOnce(parts, firstLocate)
  for (let retry = 0; retry < locateRetries; retry += 1) {
    if (found !== 'timeout' && found !== 'unavailable') break
    await pause(parts.env.clock, locateRetryMs)
    found = await askOnce(parts, laterLocate)
  }
  return found
}

/** A fix that is at least so good is not looked at again, in metres. */
const goodAccuracy = 30
const betterAfterMs = 5000

/**
 * Tries twice more for a better fix than the given one, as a receiver needs some time under a roof; gives
 * back the best of them. Stops when `isWanted` says no.
 */
export const refine = async (
  parts: LocateParts,
  fix: Fix,
  isWanted: () => boolean,
): Promise<Fix> => {
  let best = fix
  for (let retry = 0; retry < locateRetries; retry += 1) {
    if (best.accuracy !== null && best.accuracy <= goodAccuracy) break
    await pause(parts.env.clock, betterAfterMs)
    if (!isWanted()) break
    const next = await askOnce(parts, laterLocate)
    if (typeof next !== 'string') best = betterFix(best, next)
  }
  return best
}

/** The more accurate of two fixes; of two equal ones the earlier. */
export const betterFix = (known: Fix, next: Fix): Fix => {
  const radius = (fix: Fix) => fix.accuracy ?? Number.POSITIVE_INFINITY
  return radius(next) < radius(known) ? next : known
}
