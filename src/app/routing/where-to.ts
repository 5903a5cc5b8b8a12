import { sessions } from '../../messages/app/app.ts'
import { href, type Access } from '../../routes.ts'
import { originOf, type LoginState } from '../../session/login-state.ts'
import type { Session } from '../../session/session.ts'

/** What a guard stands before: the route's access, the login itself, or an address that does not exist. */
export type Guarded = Exclude<Access, 'public'> | 'login' | 'unknown'

/** The place that was asked for. */
export interface Asked {
  readonly pathname: string
  readonly search: string
  readonly state: unknown
}

/** Somewhere else to go, and what the login is told. */
export interface Elsewhere {
  readonly to: string
  readonly state?: LoginState
}

/** Where somebody is led who asks for a place; null when they may see it (2.route-table.1, .2, .19 to .22). */
export const whereTo = (
  guarded: Guarded,
  session: Session,
  { pathname, search, state }: Asked,
): Elsewhere | null => {
  if (session.kind !== 'signed-in') {
    if (guarded === 'login') return null
    // Only a place that exists is worth coming back to.
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

/** The same, told to somebody whose session ended while they were there (8.16). */
export const withNotice = (elsewhere: Elsewhere): Elsewhere =>
  elsewhere.state === undefined
    ? elsewhere
    : { ...elsewhere, state: { ...elsewhere.state, notice: sessions.over } }
