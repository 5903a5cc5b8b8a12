import '../ui/tokens.css'
import '../ui/base.css'
import { AppContext, KeeperContext, type App as AppValue } from '../context.tsx'
import { LeaveGuardProvider } from '../lib/leave-guard.tsx'
import { RouterProvider } from '../lib/navigation.ts'
import { ToasterContext } from '../lib/toaster.ts'
import { useStream } from '../lib/use-stream.ts'
import { toastsVisible } from '../limits.ts'
import { common } from '../messages/common.ts'
import { titles } from '../messages/routes.ts'
import { ToastHost } from '../ui/toast.tsx'
import { ArrivalMemory } from './arrival.tsx'
import { Boundary } from './boundary.tsx'
import { Insecure } from './insecure.tsx'
import { Installed } from './installed/installed.tsx'
import { Retirable } from './installed/retirable.tsx'
import type { AppStart } from './installed/start.ts'
import { partsOf, type OpenWorkspace } from './parts.ts'
import { SessionWatch } from './session-watch.tsx'
import { Theme } from './theme.tsx'

/** The whole app; mounted once, by main.tsx. */
export function App({ app, start, open }: { app: AppValue; start: AppStart; open: OpenWorkspace }) {
  const language = useStream(app.speech.language$, app.speech.current())
  if (!app.env.page.isSecure) return <Insecure />
  // Every screen is drawn anew in another language; what is typed is stored.
  const { router, keeper, toaster } = partsOf(app, open)
  return (
    <AppContext value={app}>
      <KeeperContext value={keeper}>
        <ToasterContext value={toaster}>
          <title>{titles.unnamed}</title>
          <Boundary>
            <SessionWatch />
            <Theme />
            <LeaveGuardProvider>
              <Retirable>
                <ArrivalMemory>
                  <RouterProvider key={language} router={router} />
                </ArrivalMemory>
                <Installed router={router} start={start} />
              </Retirable>
            </LeaveGuardProvider>
          </Boundary>
          <ToastHost label={common.notifications} maxVisible={toastsVisible} />
        </ToasterContext>
      </KeeperContext>
    </AppContext>
  )
}
