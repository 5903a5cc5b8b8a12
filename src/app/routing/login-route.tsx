import { useMemo } from 'react'
import { LoginScreen } from '../../features/auth/login.tsx'
import { useLocation, useNavigate } from '../../lib/navigation/navigation.ts'
import { WayContext } from '../../lib/navigation/way.tsx'

/** The login as one of the router's screens: whoever was led here, or signed out. */
export function LoginRoute() {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const way = useMemo(() => ({ state, go: (to: string) => void navigate(to) }), [navigate, state])
  return (
    <WayContext value={way}>
      <LoginScreen />
    </WayContext>
  )
}
