import type { Permission, StoredShell } from './env.ts'

/** What the browser knows about readiness, for 'Ready for the field'. */

/** Reads the state of a permission, without asking for it. */
export const readPermission = async (name: 'geolocation' | 'camera'): Promise<Permission> => {
  try {
    const status = await navigator.permissions.query({ name: name as PermissionName })
    return status.state
  } catch {
    // Firefox and Safari do not know every permission.
    return 'unknown'
  }
}

/**
 * Counts how many of the app's files are in the cache: the page, and each script and style that it has loaded so far.
 * The shell loads all of them soon after the start.
 */
export const readStoredShell = async (): Promise<StoredShell> => {
  const isOurs = ({ origin }: URL) => origin === location.origin
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(url => isOurs(url) && /\.(js|css)$/.test(url.pathname))
    .map(({ href }) => href)
  const needed = new Set(['/index.html', ...loaded])
  const found = await Promise.all(
    [...needed].map(url => caches.match(url, { ignoreSearch: true }).catch(() => undefined)),
  )
  return { needed: needed.size, stored: found.filter(response => response !== undefined).length }
}
