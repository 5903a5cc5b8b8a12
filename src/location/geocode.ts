import * as v from 'valibot'
import type { Database } from '../../collections/database.ts'
import { keepPlace, placeId, readPlace } from '../../collections/writes/write-location.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import type { Env } from '../env.ts'
import type { Fix } from './locate.ts'

/** The address of a place in words; '' where it is unknown. */
export interface Address {
  readonly address: string
  readonly city: string
}

/** What geocoding needs. */
export interface GeocodeParts {
  readonly db: Database
  readonly env: Pick<Env, 'clock' | 'fetch' | 'geocoderUrl' | 'network'>
}

/** The address of an unknown place. */
export const noAddress: Address = { address: '', city: '' }
const word = v.optional(v.fallback(v.string(), ''), '')

/** The answer of a maps service (7.19). */
const Answer = v.object({
  display_name: word,
  address: v.object({
    city: word,
    town: word,
    village: word,
    county: word,
    state_district: word,
    state: word,
  }),
})

type Parts = v.InferOutput<typeof Answer>['address']

const toAddress = (parts: Parts): Address => {
  const city = parts.city || parts.town || parts.village || parts.county
  const words = [city, parts.county, parts.state_district, parts.state]
  return { address: [...new Set(words.filter(Boolean))].join(', '), city }
}

/**
 * Asks the maps service with a bare request, because no token, cookie, referrer or header of ours may reach it
 * (decisions 2). Null without a readable answer in time.
 */
const ask = async (
  { env }: GeocodeParts,
  fix: Fix,
): Promise<v.InferOutput<typeof Answer> | null> => {
  const abort = new AbortController()
  const cancel = env.clock.after(interactiveTimeoutMs, () => abort.abort())
  try {
    const query = new URLSearchParams({
      format: 'json',
      lat: String(fix.latitude),
      lon: String(fix.longitude),
    })
    const response = await env.fetch(`${env.geocoderUrl}?${query}`, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
    })
    if (!response.ok) return null
    const answer = v.safeParse(Answer, await response.json())
    return answer.success ? answer.output : null
  } catch {
    return null
  } finally {
    cancel()
  }
}

/**
 * The address of a place: the device's when it was asked for before, else the maps service's (7.19). Never fails, and
 * nothing waits for it, because the coordinates suffice without an address.
 */
export const geocode = async (parts: GeocodeParts, fix: Fix): Promise<Address> => {
  const { db, env } = parts
  const id = placeId(fix)
  const known = await readPlace(db, id).catch(() => null)
  if (known !== null) return { address: known.address, city: known.city }
  if (env.geocoderUrl === '' || !env.network.isOnline()) return noAddress
  const answer = await ask(parts, fix)
  if (answer === null) return noAddress
  const found = toAddress(answer.address)
  await keepPlace(db, {
    id,
    latitude: fix.latitude,
    longitude: fix.longitude,
    accuracy: fix.accuracy ?? 0,
    ...found,
    rawAddress: answer.display_name,
    timestamp: env.clock.now(),
  }).catch(() => undefined)
  return found
}
