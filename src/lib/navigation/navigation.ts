/*
 * The only door to react-router-dom. Screens import links and hooks from here; src/app/start/guarded-routes.tsx makes
 * the routes from the table in src/routes.ts. The package's router with data and its own history is not used: it would
 * be as much script again, and the screens read their data from the database.
 */
export {
  BrowserRouter,
  createPath,
  Link,
  Navigate,
  NavigationType,
  NavLink,
  Outlet,
  parsePath,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
  useSearchParams,
  type Location,
  type Navigator,
  type RouteObject,
  type To,
} from 'react-router-dom'
