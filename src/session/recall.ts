import type { Env } from '../env.ts'
import { whenNoLogout } from './logout-mark.ts'
import { pinnedTo } from './pinned.ts'

/** WARNING: persisted (3.14). */
const authData = 'authData'

/**
 * Brings back a login that the browser forgot when it was killed. Chromium writes localStorage up to a minute late, but
 * the worker's copy of the session at once. Without this, a surveyor whose phone dies soon after the login cannot go on
 * without a network, or goes on under the name of the surveyor who was signed in before.
 *
 * Only at the start, because later the copy follows the session with a delay.
 */
export const recallSession = async (
  env: Pick<Env, 'local' | 'sessionMirror' | 'deviceKey' | 'liveness' | 'clock'>,
  apiUrl: string,
): Promise<void> => {
  const stored = env.local.get(authData)
  const copy = await env.sessionMirror.read()
  if (copy === null || copy.apiUrl !== apiUrl || copy.authData === stored) return
  if (stored !== null && !(await isLaterLogin(env, copy.authData, stored))) return
  // Another tab's Logout removes the session before its copy.
  await whenNoLogout(env)
  const now = await env.sessionMirror.read()
  if (now?.authData === copy.authData && env.local.get(authData) === stored) {
    env.local.set(authData, copy.authData)
  }
}

/** Sessions of the same login end at the same time. What a PIN protects cannot be compared. */
const isLaterLogin = async (
  env: Pick<Env, 'deviceKey'>,
  copied: string,
  stored: string,
): Promise<boolean> => {
  if (pinnedTo(copied) !== null || pinnedTo(stored) !== null) return false
  const [{ unseal }, { readSession }, key] = await Promise.all([
    import('./seal.ts'),
    import('./stored-session.ts'),
    env.deviceKey(),
  ])
  const read = async (sealed: string) => readSession(await unseal(authData, sealed, key))
  const [copy, session] = await Promise.all([read(copied), read(stored)])
  return copy !== null && session !== null && copy.expiresAt > session.expiresAt
}
