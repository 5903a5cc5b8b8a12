import { lazy, type ReactNode } from 'react'
import { Outlet, type RouteObject, useLocation } from '../../lib/navigation/navigation.ts'
import { routes, type Access, type Route, type RouteName } from '../../routes.ts'
import { Guard } from '../routing/guard.tsx'
import { InactiveDialog } from '../signed-in/inactive-dialog.tsx'
import { ScreenFrame } from '../routing/screen-frame.tsx'
import { Shell } from '../shell/shell.tsx'
import { WorkspaceGate } from '../signed-in/workspace-gate.tsx'
import { Boundary } from '../failures/boundary.tsx'

const rows = Object.entries<Route>(routes) as readonly (readonly [RouteName, Route])[]

/** The developers' inspector; the bundler leaves it out of production. */
const Inspector = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('../../dev/inspector.tsx')).Inspector }))
  : null

const devRoutes: RouteObject[] =
  Inspector === null ? [] : [{ path: '/dev', element: <Inspector /> }]

const toObject = ([name, route]: readonly [RouteName, Route]): RouteObject => ({
  path: route.path,
  // A crash of one screen leaves the tabs and everything else in place.
  element: (
    <ScreenBoundary>
      <ScreenFrame name={name} />
    </ScreenBoundary>
  ),
})

const withAccess = (access: Access): RouteObject[] =>
  rows.filter(([name, route]) => route.access === access && name !== 'login').map(toObject)

/**
 * The routes of the table, each behind the guard that its access requires (2.route-table). The guards have keys,
 * because React would otherwise reuse one for another, with its state.
 */
export const guardedRoutes = (): RouteObject[] => [
  {
    element: (
      <ScreenBoundary>
        <Outlet />
      </ScreenBoundary>
    ),
    children: [
      {
        element: <Guard key="login" guarded="login" />,
        children: [toObject(['login', routes.login])],
      },
      ...withAccess('public'),
      {
        element: <Guard key="first-login" guarded="first-login" />,
        children: withAccess('first-login'),
      },
      {
        element: <Guard key="authenticated" guarded="authenticated" />,
        children: [
          {
            element: (
              <>
                <WorkspaceGate />
                <InactiveDialog />
              </>
            ),
            children: [{ element: <Shell />, children: withAccess('authenticated') }, ...devRoutes],
          },
        ],
      },
      { path: '*', element: <Guard key="unknown" guarded="unknown" /> },
    ],
  },
]

/** Shows a crash in place of a screen, until the surveyor goes elsewhere. */
function ScreenBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation()}>{children}</Boundary>
}
