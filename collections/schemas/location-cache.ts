import type { RxJsonSchema } from 'rxdb'
import { count, freeText, schemaVersion, text, timeMs, type DocOf } from './schema.ts'

const fields = {
  /** The coordinates rounded to about ten metres, or 'last' for the last position. */
  id: text(60),
  latitude: count,
  longitude: count,
  /** Metres; 0 when unknown. */
  accuracy: count,
  address: freeText,
  city: freeText,
  rawAddress: freeText,
  /** Epoch ms. */
  timestamp: timeMs,
}

/** A place where the device was, with its address once a maps service has returned it (3.10). */
export type LocationCacheDoc = DocOf<typeof fields>

/** How places and their addresses are stored. */
export const locationCacheSchema: RxJsonSchema<LocationCacheDoc> = {
  title: 'location_cache',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'latitude', 'longitude', 'timestamp'],
  indexes: ['timestamp'],
}
