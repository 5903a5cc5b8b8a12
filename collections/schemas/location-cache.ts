import type { RxJsonSchema } from 'rxdb'
import { count, freeText, schemaVersion, text, timeMs } from './schema.ts'

/** A place where the device was, with its address once a maps service has returned it (3.10). */
export interface LocationCacheDoc {
  /** The coordinates rounded to about ten metres, or 'last' for the last position. */
  id: string
  latitude: number
  longitude: number
  /** Metres; 0 when unknown. */
  accuracy: number
  address: string
  city: string
  rawAddress: string
  /** Epoch ms. */
  timestamp: number
}

/** How places and their addresses are stored. */
export const locationCacheSchema: RxJsonSchema<LocationCacheDoc> = {
  title: 'location_cache',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(60),
    latitude: count,
    longitude: count,
    accuracy: count,
    address: freeText,
    city: freeText,
    rawAddress: freeText,
    timestamp: timeMs,
  },
  required: ['id', 'latitude', 'longitude', 'timestamp'],
  indexes: ['timestamp'],
}
