import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp, useKeeper } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/leave-guard.tsx'
import { createUpdates } from '../../pwa/updates.ts'
import { routes, type Route } from '../../routes.tsx'
import type { Router } from '../router.tsx'
import { busyWith, isFilling } from './busy.ts'
import { InstallCard } from './install-card.tsx'
import { OpenWork } from './open-work.tsx'
import type { AppStart } from './start.ts'
import { answerWhetherBusy } from './tabs.ts'
import { UpdateCard } from './update-card.tsx'
import { VersionNotice } from './version-notice.tsx'

/** What an installed app shows over its screens: the offer to install it, and the way from version to version. */
export function Installed({ router, start }: { router: Router; start: AppStart }) {
  const { env } = useApp()
  const keeper = useKeeper()
  const guard = useLeaveGuard()
  const calmScreen = useCalmScreen(router)
  const [updates] = useState(() =>
    createUpdates({ env, busyWith: () => busyWith({ env, guard, keeper }) }),
  )

  useEffect(() => updates.start(), [updates])
  useEffect(() => answerWhetherBusy(env, () => isFilling(guard)), [env, guard])

  return (
    <>
      <OpenWork />
      <VersionNotice start={start} />
      {calmScreen !== null && <InstallCard aboveTabs={calmScreen.frame === 'tab'} />}
      <UpdateCard updates={updates} />
    </>
  )
}

/** Where nothing is in the middle of being done, and no bar of buttons stands at the bottom. */
const calm: readonly Route[] = [routes.login, routes.dashboard, routes.projects, routes.settings]

/** The shown screen when it is one to offer anything on; null for the others. */
const useCalmScreen = (router: Router): Route | null =>
  useSyncExternalStore(
    changed => router.subscribe(changed),
    () => {
      const shown: unknown = router.state.matches.at(-1)?.route.handle
      return calm.find(route => route === shown) ?? null
    },
  )
