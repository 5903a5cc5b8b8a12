import { useEffect, useSyncExternalStore } from 'react'
import { useApp } from '../../context.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import type { History } from '../../lib/navigation/history.ts'
import { routeAt, routes, type Route } from '../../routes.ts'
import { isFilling } from '../update/busy.ts'
import { InstallCard } from './install-card.tsx'
import { OpenWork } from '../update/open-work.tsx'
import type { AppStart } from '../update/start.ts'
import { answerWhetherBusy } from '../update/tabs.ts'
import { VersionNotice } from '../update/version-notice.tsx'

/** What an installed or installable app shows over its screens, above all the offer to install it. */
export function Installed({ history, start }: { history: History | null; start: AppStart }) {
  const { env } = useApp()
  const guard = useLeaveGuard()
  const calmScreen = useCalmScreen(history)

  useEffect(() => answerWhetherBusy(env, () => isFilling(guard)), [env, guard])

  return (
    <>
      <OpenWork />
      <VersionNotice start={start} />
      {calmScreen !== null && <InstallCard aboveTabs={calmScreen.frame === 'tab'} />}
    </>
  )
}

/** Screens without unfinished work and without a bar of buttons at the bottom. */
const calm: readonly Route[] = [routes.login, routes.dashboard, routes.projects, routes.settings]

/** The shown screen if the offer may appear on it, else null. Without a history it is the login. */
const useCalmScreen = (history: History | null): Route | null =>
  useSyncExternalStore(
    changed => history?.subscribe(changed) ?? (() => {}),
    () => {
      if (history === null) return routes.login
      const shown = routeAt(history.current().location.pathname)
      return calm.find(route => route === shown) ?? null
    },
  )
