import type { Database } from '../database.ts'
import type { LocationCacheDoc } from '../schemas/location-cache.ts'
import { upsert } from '../one-database/upsert.ts'

/** Every write about places (3.10). */

/** The id of the device's last position. WARNING: persisted. */
export const lastPlace = 'last'

/** The id of a place with its address: its coordinates, to about ten metres. WARNING: persisted. */
export const placeId = (place: { readonly latitude: number; readonly longitude: number }): string =>
  `${place.latitude.toFixed(4)},${place.longitude.toFixed(4)}`

/** A stored place; null when there is none. */
export const readPlace = async (db: Database, id: string): Promise<LocationCacheDoc | null> =>
  (await db.location_cache.findOne(id).exec())?.toMutableJSON() ?? null

/** Stores a place, and replaces the one stored under its id. */
export const keepPlace = async (db: Database, place: LocationCacheDoc): Promise<void> => {
  await upsert(db.location_cache, place)
}
