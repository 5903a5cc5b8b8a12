import type { Env } from '../env.ts'

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
  const stored = env.local.get('authData')
  const copy = await env.sessionMirror.read()
  if (copy === null || copy.apiUrl !== apiUrl || copy.authData === stored) return
  const { takeCopy } = await import('./take-copy.ts')
  await takeCopy(env, copy.authData, stored)
}
