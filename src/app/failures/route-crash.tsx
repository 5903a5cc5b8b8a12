import { useLocation, useNavigate, useRouteError } from '../../lib/navigation/navigation.ts'
import { Crash } from './boundary.tsx'

/** What the router shows in place of a screen that crashed. */
export function RouteCrash() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as {
    pathname: string
    search: string
    state: unknown
  }
  // A new location at the same place makes the router forget the error.
  const tryAgain = () => void navigate(pathname + search, { replace: true, state })
  return <Crash error={error} onTryAgain={tryAgain} />
}
