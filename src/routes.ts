/** Who may see a screen (2.route-table.19 to 22). */
export type Access = 'public' | 'first-login' | 'authenticated'

/**
 * What surrounds a screen. 'tab': the app's header and tabs. 'page': the same, for a screen one level deeper. 'focus':
 * no header, to leave more space for an interview. 'alone': nothing.
 */
type Frame = 'tab' | 'page' | 'focus' | 'alone'

/** One row of the route table. */
export interface Route {
  /** React Router's pattern. */
  readonly path: string
  readonly access: Access
  readonly frame: Frame
  /** The query parameters that the screen reads. */
  readonly query?: readonly string[]
}

/**
 * Every screen of the app, in the order of the spec's route table. Guards, frames and links are made from it;
 * app/routing/route-screens.ts has the components, messages/app/routes.ts the titles.
 */
export const routes = {
  login: { path: '/login', access: 'public', frame: 'alone' },
  forgotPassword: { path: '/forgot-password', access: 'public', frame: 'alone' },
  resetPassword: { path: '/reset-password', access: 'public', frame: 'alone', query: ['token'] },
  about: { path: '/about', access: 'public', frame: 'alone' },
  help: { path: '/help', access: 'public', frame: 'alone' },
  setPassword: { path: '/set-password', access: 'first-login', frame: 'alone' },
  dashboard: { path: '/dashboard', access: 'authenticated', frame: 'tab' },
  projects: { path: '/projects', access: 'authenticated', frame: 'tab' },
  completedSurveys: { path: '/projects/completed-surveys', access: 'authenticated', frame: 'page' },
  allSurveys: { path: '/projects/all-surveys', access: 'authenticated', frame: 'page' },
  survey: {
    path: '/projects/survey/:id',
    access: 'authenticated',
    frame: 'focus',
    query: ['draft', 'new', 'copy', 'case'],
  },
  submissions: {
    path: '/survey-data',
    access: 'authenticated',
    frame: 'page',
    query: ['surveyId'],
  },
  submission: {
    path: '/surveys/data/:id',
    access: 'authenticated',
    frame: 'focus',
    query: ['edit'],
  },
  sync: { path: '/sync', access: 'authenticated', frame: 'tab' },
  settings: { path: '/settings', access: 'authenticated', frame: 'tab' },
  profile: { path: '/profile', access: 'authenticated', frame: 'page' },
  changePassword: { path: '/profile/change-password', access: 'authenticated', frame: 'page' },
  // Not in the spec's table: Recovery (decisions 3), the bin and the pages that Help opens (decisions 6), cases.
  recovery: { path: '/recovery', access: 'authenticated', frame: 'page' },
  bin: { path: '/bin', access: 'authenticated', frame: 'page' },
  cases: { path: '/cases', access: 'authenticated', frame: 'page' },
  case: { path: '/cases/:id', access: 'authenticated', frame: 'focus' },
  ready: { path: '/ready', access: 'authenticated', frame: 'page' },
  guide: { path: '/help/user-guide', access: 'public', frame: 'alone' },
  videos: { path: '/help/video-tutorials', access: 'public', frame: 'alone' },
  documentation: { path: '/help/documentation', access: 'public', frame: 'alone' },
} as const satisfies Readonly<Record<string, Route>>

/** The name of a screen, for links to it. */
export type RouteName = keyof typeof routes

const routeNames = Object.keys(routes) as readonly RouteName[]

/** The names between colons: 'id' of '/projects/survey/:id'. */
type PathParam<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParam<More>
    : Rest
  : never

type QueryParam<Row> = Row extends { readonly query: readonly (infer Name extends string)[] }
  ? Name
  : never

/** The values of an address: every path parameter, and optional query parameters. */
type Values<Name extends RouteName> = [
  PathParam<(typeof routes)[Name]['path']> | QueryParam<(typeof routes)[Name]>,
] extends [never]
  ? Record<string, never>
  : Readonly<
      Record<PathParam<(typeof routes)[Name]['path']>, string> &
        Partial<Record<QueryParam<(typeof routes)[Name]>, string>>
    >

/** The address of a screen; values that are not in the path go into the query. */
export const href = <Name extends RouteName>(
  name: Name,
  ...[values]: Record<string, never> extends Values<Name>
    ? [values?: Values<Name>]
    : [values: Values<Name>]
): string => {
  const { path } = routes[name]
  const given = Object.entries<string | undefined>(values ?? {})
  const inPath = (key: string) => path.split('/').includes(`:${key}`)
  const address = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(given.find(([name]) => name === key)?.[1] ?? ''),
  )
  const query = new URLSearchParams(
    given.flatMap(([key, value]) => (inPath(key) || value === undefined ? [] : [[key, value]])),
  ).toString()
  return query === '' ? address : `${address}?${query}`
}

/** The name of an address's route; undefined for an unknown one. */
export const routeNameAt = (pathname: string): RouteName | undefined => {
  const asked = partsOfPath(pathname)
  return routeNames.find(name => {
    const parts = partsOfPath(routes[name].path)
    return (
      parts.length === asked.length &&
      parts.every((part, at) => part.startsWith(':') || part === asked[at])
    )
  })
}

/** The route of an address; undefined for an unknown one. */
export const routeAt = (pathname: string): Route | undefined => {
  const name = routeNameAt(pathname)
  return name === undefined ? undefined : routes[name]
}

const partsOfPath = (path: string): readonly string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter(part => part !== '')
