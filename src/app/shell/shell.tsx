import { useEffect } from 'react'
import { useApp } from '../../context.tsx'
import { Outlet, useMatches } from '../../lib/navigation/navigation.ts'
import { shell } from '../../messages/app/app.ts'
import { routes, type Route, type RouteName } from '../../routes.ts'
import { cx } from '../../ui/cx.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { routeScreens } from '../routing/route-screens.ts'
import styles from './shell.module.css'
import { StorageBanner } from './storage-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopHeader } from './top-header.tsx'

/** The first screen has the network for itself this long. */
const preloadMs = 2000

/** Fetches the code of the other screens: the network may be gone when they are wanted. */
const preload = async (): Promise<void> => {
  for (const [name, { access }] of Object.entries<Route>(routes)) {
    // One that cannot be had now is fetched when it is needed.
    if (access === 'authenticated') await routeScreens[name as RouteName].load().catch(() => {})
  }
}

/** What stands around every signed-in screen: header, tabs, banner, and the dialogs that may come up anywhere. */
export function Shell() {
  const { env } = useApp()
  const route = useMatches().at(-1)?.handle as Route | undefined
  const frame = route?.frame ?? 'page'

  useEffect(() => env.clock.after(preloadMs, () => void preload()), [env])

  return (
    <div className={cx(styles.shell, styles[frame])} data-frame={frame}>
      <a className="visually-hidden" href="#content">
        {shell.skipToContent}
      </a>
      <OfflineBanner />
      {frame !== 'focus' && <TopHeader />}
      <StorageBanner />
      <Outlet />
      <TabBar />
      <LeaveDialog />
    </div>
  )
}
