import { parseMapPieces, type MapPieces } from '../../replication/wire/form/maps.ts'
import type { Env } from '../env.ts'
import type { KeptFiles } from '../installed-env.ts'

/**
 * A base map on the device: a cache of the browser's with one file per piece. What is in it is all that is known of the
 * map here: a piece is written whole or not at all, so that a killed download goes on behind the last one.
 */
export interface KeptMap {
  /** The hashes of its pieces; the download begins with them. */
  readonly pieces: MapPieces
  /** The pieces that are here, by their places. */
  readonly here: ReadonlySet<number>
  readonly wish: Wish | null
  readonly files: KeptFiles
}

/** What the surveyor said about a download: on any network, or no longer. */
export type Wish = 'asked' | 'stopped'

/** WARNING: persisted. A new version of the app keeps the caches with these names. */
const prefix = 'base-map '
const piecesKey = 'pieces'
const wishKey = 'wish'

type Caches = Pick<Env, 'caches'>

/** Whether a cache is a base map, of whichever surveyor. */
export const isBaseMap = (cache: string): boolean => cache.startsWith(prefix)

const cacheOf = (database: string, sha256: string): string => `${prefix}${database} ${sha256}`

/** The hashes of the maps of a database that are here, whole or in part. */
export const keptMaps = async ({ caches }: Caches, database: string): Promise<readonly string[]> =>
  (await caches.names())
    .filter(name => name.startsWith(cacheOf(database, '')))
    .map(name => name.slice(cacheOf(database, '').length))

/** What is here of a map; null for nothing. */
export const readKept = async (
  env: Caches,
  database: string,
  sha256: string,
): Promise<KeptMap | null> => {
  // Opening would make it.
  if (!(await keptMaps(env, database)).includes(sha256)) return null
  const files = await env.caches.open(cacheOf(database, sha256))
  const pieces = parseMapPieces(await jsonOf(await files.read(piecesKey)))
  if (pieces === null) return null
  const here = new Set((await files.keys()).map(Number).filter(Number.isInteger))
  const wish = await (await files.read(wishKey))?.text()
  return { pieces, here, wish: wish === 'asked' || wish === 'stopped' ? wish : null, files }
}

const jsonOf = async (file: Blob | null): Promise<unknown> => {
  try {
    return file === null ? null : JSON.parse(await file.text())
  } catch {
    return null
  }
}

/** Begins to keep a map, of which nothing is here. */
export const beginMap = async (
  { caches }: Caches,
  database: string,
  sha256: string,
  pieces: MapPieces,
): Promise<KeptMap> => {
  const files = await caches.open(cacheOf(database, sha256))
  await files.write(piecesKey, new Blob([JSON.stringify(pieces)]))
  return { pieces, here: new Set(), wish: null, files }
}

/** Notes what the surveyor said about a download. */
export const noteWish = ({ files }: KeptMap, wish: Wish): Promise<void> =>
  files.write(wishKey, new Blob([wish]))

/** Whether all of a map is here. */
export const isWhole = ({ pieces, here }: KeptMap): boolean => here.size === pieces.sha256.length

/** Removes a cache. Its files first, because the browser frees one that something still reads only later. */
const dropCache = async ({ caches }: Caches, cache: string): Promise<void> => {
  const files = await caches.open(cache)
  for (const key of await files.keys()) await files.remove(key)
  await caches.remove(cache)
}

/** Removes a map of a database from the device. */
export const dropMap = async (env: Caches, database: string, sha256: string): Promise<void> => {
  // Opening would make it.
  if ((await keptMaps(env, database)).includes(sha256))
    await dropCache(env, cacheOf(database, sha256))
}

/** Removes all maps of a database. */
export const dropMaps = async (env: Caches, database: string): Promise<void> => {
  for (const sha256 of await keptMaps(env, database)) await dropMap(env, database, sha256)
}

/** WARNING: persisted: the maps that made room, as hashes. They are not fetched again before someone asks. */
const droppedKey = 'dropped_maps'

/** The maps that were removed to make room. */
export const droppedMaps = ({ local }: Pick<Env, 'local'>): readonly string[] =>
  (local.get(droppedKey) ?? '').split(' ').filter(Boolean)

/** Notes that a map was removed to make room, or that it may be fetched again. */
export const noteDropped = (env: Pick<Env, 'local'>, sha256: string, isDropped: boolean): void => {
  const others = droppedMaps(env).filter(other => other !== sha256)
  try {
    env.local.set(droppedKey, (isDropped ? [...others, sha256] : others).join(' '))
  } catch {
    // On a full device the map may be fetched again, and is then refused for lack of room.
  }
}

/** Removes one map to make room, of another surveyor if this one has none. Returns whether there was one. */
export const dropOneMap = async (
  env: Caches & Pick<Env, 'local'>,
  database: string,
): Promise<boolean> => {
  const [sha256] = await keptMaps(env, database)
  if (sha256 !== undefined) {
    await dropMap(env, database, sha256)
    noteDropped(env, sha256, true)
    return true
  }
  const other = (await env.caches.names()).find(isBaseMap)
  if (other !== undefined) await dropCache(env, other)
  return other !== undefined
}
