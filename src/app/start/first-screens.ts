import type { Env } from '../../env.ts'
import { routeAt, routes } from '../../routes.ts'
import type { SessionStore } from '../../session/session.ts'
import type { Screens } from './screens.ts'
import { whereTo, type Guarded } from '../routing/where-to.ts'

/** Which guard protects an address, by the patterns of the route table; null for public screens. */
export const guardOf = (pathname: string): Guarded | null => {
  const route = routeAt(pathname)
  if (route === undefined) return 'unknown'
  if (route.path === routes.login.path) return 'login'
  return route.access === 'public' ? null : route.access
}

/**
 * What the app shows first: the login alone if every guard would redirect there, so that it need not wait for the rest
 * of the code; else all screens, through the router. A lock covers them.
 */
export const firstScreens = async (
  { address }: Pick<Env, 'address'>,
  session: Pick<SessionStore, 'current'>,
): Promise<Screens> => {
  const asked = address.read()
  const guarded = guardOf(asked.pathname)
  const now = session.current()
  if (guarded === null || now.kind !== 'anonymous') {
    return (await import('./routed-screens.tsx')).routedScreens(address)
  }
  const elsewhere = whereTo(guarded, now, asked)
  if (elsewhere !== null) address.replace(elsewhere.to, elsewhere.state ?? null)
  return (await import('./login-alone.tsx')).loginAlone
}
