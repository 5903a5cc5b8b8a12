import { useState } from 'react'
import { type Address, createHistory } from '../../lib/navigation/history.ts'
import { HistoryRouter } from '../../lib/navigation/history-router.tsx'
import { topDialog } from '../../ui/dialogs/top-dialog.ts'
import { useRoutes } from '../../lib/navigation/navigation.ts'
import { routeNameAt } from '../../routes.ts'
import { routeScreens } from '../routing/route-screens.ts'
import { Theme } from '../theme.tsx'
import { guardedRoutes } from './guarded-routes.tsx'
import type { Screens } from './screens.ts'

/**
 * Every screen of the app; the router starts at the page's address. The code of that screen loads at once, because the
 * database need not be open for it. Every other address leads to the dashboard.
 */
export const routedScreens = (address: Address): Screens => {
  const asked = routeNameAt(address.read().pathname) ?? 'login'
  // A failure shows when the screen is rendered.
  routeScreens[asked === 'login' ? 'dashboard' : asked].load().catch(() => {})
  const history = createHistory(address, topDialog)
  return {
    history,
    render: () => (
      <>
        <Theme />
        <HistoryRouter history={history}>
          <RoutedScreen />
        </HistoryRouter>
      </>
    ),
  }
}

function RoutedScreen() {
  const [routes] = useState(guardedRoutes)
  return useRoutes(routes)
}
