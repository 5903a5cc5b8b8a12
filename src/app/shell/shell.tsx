import { useEffect, useEffectEvent } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { Outlet, useLocation } from '../../lib/navigation/navigation.ts'
import { shell } from '../../messages/app/app.ts'
import { routeAt, routes, type Route, type RouteName } from '../../routes.ts'
import { cx } from '../../ui/cx.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { routeScreens } from '../routing/route-screens.ts'
import { loadLibrary } from '../../ui/toasts/toast.tsx'
import app from '../app.module.css'
import styles from './shell.module.css'
import { StorageBanner } from './storage-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopHeader } from './top-header.tsx'

/**
 * How long nothing is preloaded, because the first screen and the first tap need the processor. Less at a first visit,
 * because without a worker only what is loaded can be opened without a network.
 */
const preloadMs = { first: 2000, later: 5000 }

/** Loads the code of the other screens and of messages, because the network may be gone when they are needed. */
const preload = async (): Promise<void> => {
  await loadLibrary()
  for (const [name, { access }] of Object.entries<Route>(routes)) {
    // A screen that fails to load now is loaded when it is opened.
    if (access === 'authenticated') await routeScreens[name as RouteName].load().catch(() => {})
  }
}

/**
 * The frame around every screen of a signed-in surveyor: header, tabs, banners, and the dialogs that any screen may
 * need.
 */
export function Shell() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const frame = routeAt(useLocation().pathname)?.frame ?? 'page'

  // While an interview is on screen, nothing else may delay its keystrokes.
  const isFree = useEffectEvent(() => frame !== 'focus')
  const getReady = useEffectEvent(async () => {
    await preload()
    const { readyForms } = await import('../../features/fill/fill.tsx')
    await readyForms({ db, env, isFree })
  })
  // A survey that cannot be made ready now is loaded when it is opened.
  useEffect(() => {
    const pauseMs = env.worker.isInControl() ? preloadMs.later : preloadMs.first
    return env.clock.after(pauseMs, () => void getReady().catch(() => {}))
  }, [env])

  return (
    <div className={cx(app.wide, styles.shell, styles[frame])}>
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
