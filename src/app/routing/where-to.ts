import { sessions } from '../../messages/app/failure.ts'
import { href, type Access } from '../../routes.ts'
import { originOf, type LoginState } from '../../session/login-state.ts'
import type { Session } from '../../session/session.ts'

/** What a guard protects: screens of one access, the login, or any unknown address. */
export type Guarded = Exclude<Access, 'public'> | 'login' | 'unknown'

/** The requested address. */
export interface Asked {
  readonly pathname: string
  readonly search: string
  readonly state: unknown
}

/** Another address to go to, with the history state for it. */
interface Elsewhere {
  readonly to: string
  readonly state?: LoginState
}

/** Where the guard redirects to; null when the requested screen may be shown (2.route-table.1, .2, .19 to .22). */
export const whereTo = (
  guarded: Guarded,
  session: Session,
  { pathname, search, state }: Asked,
): Elsewhere | null => {
  if (session.kind !== 'signed-in') {
    if (guarded === 'login') return null
    // Only an address that exists is worth returning to after the login.
    return guarded === 'authenticated'
      ? { to: href('login'), state: { from: pathname + search } }
      : { to: href('login') }
  }
  if (session.user.is_first_login) {
    return guarded === 'first-login' ? null : { to: href('setPassword') }
  }
  switch (guarded) {
    case 'authenticated':
      return null
    case 'login':
      return { to: originOf(state) }
    case 'first-login':
    case 'unknown':
      return { to: href('dashboard') }
  }
}

/** Adds the notice that the session ended while the surveyor was there (8.16). */
export const withNotice = (elsewhere: Elsewhere): Elsewhere =>
  elsewhere.state === undefined
    ? elsewhere
    : { ...elsewhere, state: { ...elsewhere.state, notice: sessions.over } }
