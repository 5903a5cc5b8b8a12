import '../ui/tokens.css'
import '../ui/base.css'
import { Fragment, lazy, Suspense, useState } from 'react'
import { AppContext, KeeperContext, type App as AppValue } from '../context.tsx'
import { LeaveGuardProvider } from '../lib/navigation/leave-guard.tsx'
import { ToasterContext } from '../lib/toaster.ts'
import { useStream } from '../lib/hooks/use-stream.ts'
import { toastsVisible } from '../limits.ts'
import { common } from '../messages/app/common.ts'
import { titles } from '../messages/app/routes.ts'
import { ToastHost } from '../ui/toasts/toast.tsx'
import { ArrivalMemory } from './routing/arrival-memory.tsx'
import { Boundary } from './failures/boundary.tsx'
import { Retirable } from './update/retirable.tsx'
import type { AppStart } from './update/start.ts'
import { appServices, type OpenWorkspace } from './app-services.ts'
import type { Screens } from './start/screens.ts'
import { SessionWatch } from './signed-in/session-watch.tsx'

/** Loaded after the first screen; without a network these two show nothing. */
const News = lazy(() =>
  import('./update/news.tsx').then(
    ({ News: shown }) => ({ default: shown }),
    () => ({ default: Nothing }),
  ),
)
const Installed = lazy(() =>
  import('./install/installed.tsx').then(
    ({ Installed: shown }) => ({ default: shown }),
    () => ({ default: Nothing }),
  ),
)

const Nothing = () => <></>

/** The lock; a failure to load it must not show what it covers. */
const Locked = lazy(async () => ({ default: (await import('./start/locked.tsx')).Locked }))

interface AppProps {
  readonly app: AppValue
  readonly start: AppStart
  readonly open: OpenWorkspace
  readonly first: Screens
}

/** The whole app; mounted once, by main.tsx. */
export function App({ app, start, open, first }: AppProps) {
  const language = useStream(app.languageChoice.language$, app.languageChoice.current())
  const { keeper, toaster } = appServices(app, open)
  const [screens, show] = useState(first)
  const session = useStream(app.session.session$, app.session.current())
  return (
    <AppContext value={app}>
      <KeeperContext value={keeper}>
        <ToasterContext value={toaster}>
          <title>{titles.unnamed}</title>
          <Boundary>
            <SessionWatch />
            <LeaveGuardProvider>
              <Retirable>
                <Suspense>
                  <News />
                </Suspense>
                <ArrivalMemory>
                  {/* A new language remounts every screen. Nothing typed is lost, because it is on the device. */}
                  <Fragment key={language}>
                    {session.kind === 'locked' ? (
                      <Suspense>
                        <Locked database={session.database} />
                      </Suspense>
                    ) : (
                      screens.render(show)
                    )}
                  </Fragment>
                </ArrivalMemory>
                <Suspense>
                  <Installed history={screens.history} start={start} />
                </Suspense>
              </Retirable>
            </LeaveGuardProvider>
          </Boundary>
          <ToastHost label={common.notifications} maxVisible={toastsVisible} />
        </ToasterContext>
      </KeeperContext>
    </AppContext>
  )
}
