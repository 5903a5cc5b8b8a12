import { createBrowserRouter, Outlet, type RouteObject } from '../lib/navigation.ts'
import { routes, type Access, type Route } from '../routes.tsx'
import { RouteCrash } from './boundary.tsx'
import { FirstLoginOnly, Home, SignedInOnly, SignedOutOnly } from './guard.tsx'
import { InactiveDialog } from './inactive-dialog.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import { Shell } from './shell.tsx'
import { WorkspaceGate } from './workspace-gate.tsx'

/** React Router's own, made from the route table. */
export type Router = ReturnType<typeof createBrowserRouter>

const rows = Object.values<Route>(routes)

const toObject = (route: Route): RouteObject => ({
  path: route.path,
  handle: route,
  element: <ScreenFrame route={route} />,
  // A screen that breaks leaves the tabs and everything else standing.
  errorElement: <RouteCrash />,
})

const withAccess = (access: Access): RouteObject[] =>
  rows.filter(route => route.access === access && route.path !== routes.login.path).map(toObject)

/** The router: the table's rows behind the guards that their access asks for (2.route-table). */
export const createRouter = (): Router =>
  createBrowserRouter([
    {
      element: (
        <>
          <Outlet />
          <InactiveDialog />
        </>
      ),
      errorElement: <RouteCrash />,
      children: [
        { element: <SignedOutOnly />, children: [toObject(routes.login)] },
        ...withAccess('public'),
        { element: <FirstLoginOnly />, children: withAccess('first-login') },
        {
          element: <SignedInOnly />,
          children: [
            {
              element: <WorkspaceGate />,
              children: [{ element: <Shell />, children: withAccess('authenticated') }],
            },
          ],
        },
        { path: '*', element: <Home /> },
      ],
    },
  ])
