import { useMemo } from 'react'
import { LoginScreen } from '../../features/auth/login.tsx'
import { useLocation, useNavigate } from '../../lib/navigation/navigation.ts'
import { NavigationContext } from '../../lib/navigation/navigation-context.tsx'

/** The login as a screen of the router, after a redirect or a logout. */
export function LoginRoute() {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const navigation = useMemo(
    () => ({ state, go: (to: string) => void navigate(to) }),
    [navigate, state],
  )
  return (
    <NavigationContext value={navigation}>
      <LoginScreen />
    </NavigationContext>
  )
}
