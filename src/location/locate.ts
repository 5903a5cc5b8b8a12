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
  /** Metres; null when the device does not know. */
  readonly accuracy: number | null
  /** Epoch ms; absent where that is not known. */
  readonly foundAt?: number
}

/** What finding the place needs. */
export interface LocateParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'locate'>
}

/** The last fix, while it is recent enough to be used again; an unreadable cache counts as empty. */
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
  readonly timestamp: number
}): Fix => ({
  latitude: place.latitude,
  longitude: place.longitude,
  accuracy: place.accuracy > 0 ? place.accuracy : null,
  foundAt: place.timestamp,
})

const askOnce = async (
  { db, env }: LocateParts,
  options: LocateOptions,
): Promise<Fix | LocateFailure> => {
  const answer = await env.locate(options)
  if (!answer.ok) return answer.failure
  const { latitude, longitude, accuracy } = answer.value
  const place = {
    latitude,
    longitude,
    accuracy: Number.isFinite(accuracy) ? accuracy : 0,
    timestamp: env.clock.now(),
  }
  await keepPlace(db, {
    id: lastPlace,
    ...place,
    address: '',
    city: '',
    rawAddress: '',
  }).catch(() => undefined)
  return toFix(place)
}

/**
 * Where the device is: the fix of the last 5 minutes, else a new one, with up to 2 retries 1 s apart (4.29, 9.20,
 * 9.21). Returns the reason when there is no fix. A refusal is not retried.
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

/** A fix with at least this accuracy, in metres, is not improved. */
const goodAccuracy = 30
const betterAfterMs = 5000

/**
 * Tries twice to improve a fix, because a receiver needs some time under a roof; returns the best one. Stops when
 * `isWanted` returns false.
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
