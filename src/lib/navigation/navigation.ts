/*
 * The only door to react-router-dom. Screens import links and hooks from here; src/app/start/router.tsx makes the
 * router from the table in src/routes.ts.
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
