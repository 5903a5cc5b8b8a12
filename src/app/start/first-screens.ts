import type { Env } from '../../env.ts'
import { routes, type Route } from '../../routes.ts'
import type { SessionStore } from '../../session/session.ts'
import type { Screens } from './screens.ts'
import { whereTo, type Guarded } from '../routing/where-to.ts'

/** Which guard protects an address, by the patterns of the route table; null for public screens. */
export const guardOf = (pathname: string): Guarded | null => {
  const asked = partsOfPath(pathname)
  const isAsked = ({ path }: Route) => {
    const parts = partsOfPath(path)
    return (
      parts.length === asked.length &&
      parts.every((part, at) => part.startsWith(':') || part === asked[at])
    )
  }
  const route = Object.values<Route>(routes).find(isAsked)
  if (route === undefined) return 'unknown'
  if (route.path === routes.login.path) return 'login'
  return route.access === 'public' ? null : route.access
}

const partsOfPath = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter(part => part !== '')

/**
 * What the app shows first: the login alone where every guard leads there, so that it need not wait for the rest of the
 * code; else all screens, by the router.
 */
export const firstScreens = async (
  { address }: Pick<Env, 'address'>,
  session: Pick<SessionStore, 'current'>,
): Promise<Screens> => {
  const asked = address.read()
  const guarded = guardOf(asked.pathname)
  const now = session.current()
  if (guarded === null || now.kind === 'signed-in') {
    return (await import('./routed-screens.tsx')).routedScreens()
  }
  const elsewhere = whereTo(guarded, now, asked)
  if (elsewhere !== null) address.replace(elsewhere.to, elsewhere.state ?? null)
  return (await import('./login-alone.tsx')).loginAlone
}
