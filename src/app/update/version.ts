import type { Env } from '../../env.ts'
import { mediaCache } from '../../lib/worker/media.ts'
import { isBaseMap } from '../../ground/kept-map.ts'

/** How this version relates to the one that ran here before (4.32 to 4.35). */
export type VersionNews = 'first' | 'same' | 'updated' | 'not-cleared'

/** WARNING: persisted (3.13): the version that ran last, and the one that made the caches. */
const appVersion = 'app_version'
const cacheVersion = 'cache_version'

/** Keys of browser storage that a new version keeps (4.36). WARNING: signing in needs them. */
export const keptKeys: ReadonlySet<string> = new Set([
  'authData',
  'rememberMeData',
  'organizationDetails',
  'server_url',
  // How much unsent work there is (storage/work-marker.ts): without it a loss of that work would go unnoticed.
  'stored_work',
  appVersion,
  cacheVersion,
])

/**
 * The app's own files, which the worker has just stored for this version, without which there is no start offline; and
 * base maps, which are of no version.
 */
const isKept = (cache: string): boolean =>
  cache.startsWith('workbox-precache-') || cache === mediaCache || isBaseMap(cache)

type VersionEnv = Pick<Env, 'local'> & {
  readonly caches: Pick<Env['caches'], 'names' | 'remove'>
}

/**
 * Compares the running version with the previous one, and clears the previous one's caches. If that fails, the next
 * start tries again.
 */
export const checkVersion = async (env: VersionEnv, version: string): Promise<VersionNews> => {
  const before = env.local.get(appVersion)
  try {
    env.local.set(appVersion, version)
    if (before !== null && env.local.get(cacheVersion) !== version) await clearCaches(env)
    env.local.set(cacheVersion, version)
  } catch {
    return before === null ? 'first' : 'not-cleared'
  }
  if (before === null) return 'first'
  return before === version ? 'same' : 'updated'
}

const clearCaches = async ({ local, caches }: VersionEnv): Promise<void> => {
  for (const key of local.keys()) if (!keptKeys.has(key)) local.remove(key)
  for (const name of await caches.names()) if (!isKept(name)) await caches.remove(name)
}
