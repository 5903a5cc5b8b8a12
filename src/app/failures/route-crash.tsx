import { useLocation, useNavigate, useRouteError } from '../../lib/navigation/navigation.ts'
import { Crash } from './boundary.tsx'

/** Shown by the router in place of a screen that broke. */
export function RouteCrash() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as {
    pathname: string
    search: string
    state: unknown
  }
  // The same place again: a new location makes the router forget the error.
  const tryAgain = () => void navigate(pathname + search, { replace: true, state })
  return <Crash error={error} onTryAgain={tryAgain} />
}
