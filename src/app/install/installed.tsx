import { useEffect, useSyncExternalStore } from 'react'
import { useApp } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { routes, type Route } from '../../routes.ts'
import type { Router } from '../start/router.tsx'
import { isFilling } from '../update/busy.ts'
import { InstallCard } from './install-card.tsx'
import { OpenWork } from '../update/open-work.tsx'
import type { AppStart } from '../update/start.ts'
import { answerWhetherBusy } from '../update/tabs.ts'
import { VersionNotice } from '../update/version-notice.tsx'

/** What an installed or installable app shows over its screens, above all the offer to install it. */
export function Installed({ router, start }: { router: Router | null; start: AppStart }) {
  const { env } = useApp()
  const guard = useLeaveGuard()
  const calmScreen = useCalmScreen(router)

  useEffect(() => answerWhetherBusy(env, () => isFilling(guard)), [env, guard])

  return (
    <>
      <OpenWork />
      <VersionNotice start={start} />
      {calmScreen !== null && <InstallCard aboveTabs={calmScreen.frame === 'tab'} />}
    </>
  )
}

/** Screens on which nothing is half done and no bar of buttons is at the bottom. */
const calm: readonly Route[] = [routes.login, routes.dashboard, routes.projects, routes.settings]

/** The shown screen if the offer may appear on it, else null. Without a router it is the login. */
const useCalmScreen = (router: Router | null): Route | null =>
  useSyncExternalStore(
    changed => router?.subscribe(changed) ?? (() => {}),
    () => {
      if (router === null) return routes.login
      const shown: unknown = router.state.matches.at(-1)?.route.handle
      return calm.find(route => route === shown) ?? null
    },
  )
