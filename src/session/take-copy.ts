import type { Env } from '../env.ts'
import { whenNoLogout } from './logout-mark.ts'
import { openSession } from './open-session.ts'

/** WARNING: persisted (3.14). */
const authData = 'authData'

/** Stores the session of the worker's copy, unless the stored one is of the same login or a later one. */
export const takeCopy = async (
  env: Pick<Env, 'local' | 'sessionMirror' | 'deviceKey' | 'liveness' | 'clock'>,
  copied: string,
  stored: string | null,
): Promise<void> => {
  if (stored !== null && !(await isLaterLogin(env, copied, stored))) return
  // Another tab's Logout removes the session before its copy.
  await whenNoLogout(env)
  const copy = await env.sessionMirror.read()
  if (copy?.authData === copied && env.local.get(authData) === stored) {
    env.local.set(authData, copied)
  }
}

/** Sessions of the same login end at the same time. What a PIN protects cannot be read here, so it is never later. */
const isLaterLogin = async (
  { deviceKey }: Pick<Env, 'deviceKey'>,
  copied: string,
  stored: string,
): Promise<boolean> => {
  const key = await deviceKey()
  const endOf = async (sealed: string): Promise<number> =>
    (await openSession(sealed, key))?.expiresAt ?? Number.NaN
  const [end, storedEnd] = await Promise.all([endOf(copied), endOf(stored)])
  return end > storedEnd
}
