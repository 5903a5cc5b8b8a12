import { useEffect, useState } from 'react'
import type { Database } from '../../../collections/database.ts'
import { useApp, useKeeper } from '../../context.tsx'
import { type Address, createHistory } from '../../lib/navigation/history.ts'
import { HistoryRouter } from '../../lib/navigation/history-router.tsx'
import { topDialog } from '../../ui/dialogs/top-dialog.ts'
import { useSetting } from '../../lib/hooks/use-live.ts'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { useRoutes } from '../../lib/navigation/navigation.ts'
import { routeNameAt } from '../../routes.ts'
import { routeScreens } from '../routing/route-screens.ts'
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

/** Applies the surveyor's choice of light, dark or sunlight to the page. Renders nothing. */
function Theme() {
  const keeper = useKeeper()
  const state = useStream(keeper.state$, keeper.current())
  return state.kind === 'open' ? <ChosenTheme db={state.workspace.db} /> : null
}

function ChosenTheme({ db }: { db: Database }) {
  const { page } = useApp().env
  const theme = useSetting(db, 'theme')
  useEffect(() => {
    page.setTheme(theme === 'system' ? null : theme)
    return () => page.setTheme(null)
  }, [page, theme])
  return null
}

function RoutedScreen() {
  const [routes] = useState(guardedRoutes)
  return useRoutes(routes)
}
