/*
 * The only door to react-router-dom. Screens take links and hooks from here; the router itself is made in
 * src/app/start/router.tsx from the table in src/routes.ts.
 */
export {
  createBrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  RouterProvider,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
  type Location,
  type RouteObject,
} from 'react-router-dom'
