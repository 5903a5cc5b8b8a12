import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { routeWords } from './messages/routes.ts'

/** Who may see a screen (2.route-table.19 to 22). */
export type Access = 'public' | 'first-login' | 'authenticated'

/**
 * What stands around a screen: 'tab' has the app's header and its tab is the screen itself; 'page' is one
 * step further in; 'focus' leaves the header out, so that an interview has the room; 'alone' has nothing.
 */
export type Frame = 'tab' | 'page' | 'focus' | 'alone'

/** One row of the route table. */
export interface Route {
  /** React Router's pattern. */
  readonly path: string
  readonly access: Access
  /** Its title and description, in the language that is spoken. */
  readonly words: keyof typeof routeWords
  readonly frame: Frame
  readonly screen: LazyExoticComponent<ComponentType>
  /** Fetches the screen's code before it is needed, so that it is there without a network. */
  readonly load: () => Promise<unknown>
  /** The query parameters that the screen reads. */
  readonly query?: readonly string[]
}

/** A screen whose code is fetched when it is first needed. */
const screen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) => ({ load, screen: lazy(async () => ({ default: (await load())[name] })) })

/** Every screen of the app, in the order of the spec's route table. Guard, titles and links come from here. */
export const routes = {
  login: {
    path: '/login',
    access: 'public',
    frame: 'alone',
    words: 'login',
    ...screen(() => import('./app/login-route.tsx'), 'LoginRoute'),
  },
  forgotPassword: {
    path: '/forgot-password',
    access: 'public',
    frame: 'alone',
    words: 'forgotPassword',
    ...screen(() => import('./features/auth/forgot-password.tsx'), 'ForgotPasswordScreen'),
  },
  resetPassword: {
    path: '/reset-password',
    access: 'public',
    frame: 'alone',
    words: 'resetPassword',
    query: ['token'],
    ...screen(() => import('./features/auth/reset-password.tsx'), 'ResetPasswordScreen'),
  },
  about: {
    path: '/about',
    access: 'public',
    frame: 'alone',
    words: 'about',
    ...screen(() => import('./features/info/about.tsx'), 'AboutScreen'),
  },
  help: {
    path: '/help',
    access: 'public',
    frame: 'alone',
    words: 'help',
    ...screen(() => import('./features/info/help.tsx'), 'HelpScreen'),
  },
  setPassword: {
    path: '/set-password',
    access: 'first-login',
    frame: 'alone',
    words: 'setPassword',
    ...screen(() => import('./features/auth/set-password.tsx'), 'SetPasswordScreen'),
  },
  dashboard: {
    path: '/dashboard',
    access: 'authenticated',
    frame: 'tab',
    words: 'dashboard',
    ...screen(() => import('./features/dashboard/dashboard.tsx'), 'DashboardScreen'),
  },
  projects: {
    path: '/projects',
    access: 'authenticated',
    frame: 'tab',
    words: 'projects',
    ...screen(() => import('./features/projects/projects.tsx'), 'ProjectsScreen'),
  },
  completedSurveys: {
    path: '/projects/completed-surveys',
    access: 'authenticated',
    frame: 'page',
    words: 'completedSurveys',
    ...screen(() => import('./features/projects/completed-surveys.tsx'), 'CompletedSurveysScreen'),
  },
  allSurveys: {
    path: '/projects/all-surveys',
    access: 'authenticated',
    frame: 'page',
    words: 'allSurveys',
    ...screen(() => import('./features/projects/all-surveys.tsx'), 'AllSurveysScreen'),
  },
  survey: {
    path: '/projects/survey/:id',
    access: 'authenticated',
    frame: 'focus',
    words: 'survey',
    query: ['draft', 'new'],
    ...screen(() => import('./features/fill/fill.tsx'), 'FillScreen'),
  },
  submissions: {
    path: '/survey-data',
    access: 'authenticated',
    frame: 'page',
    words: 'submissions',
    query: ['surveyId'],
    ...screen(() => import('./features/submissions/submissions.tsx'), 'SubmissionsScreen'),
  },
  submission: {
    path: '/surveys/data/:id',
    access: 'authenticated',
    frame: 'focus',
    words: 'submission',
    query: ['edit'],
    ...screen(() => import('./app/submission-route.tsx'), 'SubmissionRoute'),
  },
  sync: {
    path: '/sync',
    access: 'authenticated',
    frame: 'tab',
    words: 'sync',
    ...screen(() => import('./features/sync/sync.tsx'), 'SyncScreen'),
  },
  settings: {
    path: '/settings',
    access: 'authenticated',
    frame: 'tab',
    words: 'settings',
    ...screen(() => import('./features/settings/settings.tsx'), 'SettingsScreen'),
  },
  profile: {
    path: '/profile',
    access: 'authenticated',
    frame: 'page',
    words: 'profile',
    ...screen(() => import('./features/profile/profile.tsx'), 'ProfileScreen'),
  },
  changePassword: {
    path: '/profile/change-password',
    access: 'authenticated',
    frame: 'page',
    words: 'changePassword',
    ...screen(() => import('./features/profile/change-password.tsx'), 'ChangePasswordScreen'),
  },
  // Beyond the spec's table: Recovery (decisions 3) and the pages that Help opens (decisions 6).
  recovery: {
    path: '/recovery',
    access: 'authenticated',
    frame: 'page',
    words: 'recovery',
    ...screen(() => import('./features/recovery/recovery.tsx'), 'RecoveryScreen'),
  },
  ready: {
    path: '/ready',
    access: 'authenticated',
    frame: 'page',
    words: 'ready',
    ...screen(() => import('./features/ready/ready.tsx'), 'ReadyScreen'),
  },
  guide: {
    path: '/help/user-guide',
    access: 'public',
    frame: 'alone',
    words: 'guide',
    ...screen(() => import('./features/info/guide.tsx'), 'GuideScreen'),
  },
  videos: {
    path: '/help/video-tutorials',
    access: 'public',
    frame: 'alone',
    words: 'videos',
    ...screen(() => import('./features/info/tutorials.tsx'), 'TutorialsScreen'),
  },
  documentation: {
    path: '/help/documentation',
    access: 'public',
    frame: 'alone',
    words: 'documentation',
    ...screen(() => import('./features/info/documentation.tsx'), 'DocumentationScreen'),
  },
} as const satisfies Readonly<Record<string, Route>>

/** The name of a screen, by which others link to it. */
export type RouteName = keyof typeof routes

/** The names between colons: 'id' of '/projects/survey/:id'. */
type PathParam<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParam<More>
    : Rest
  : never

type QueryParam<Row> = Row extends { readonly query: readonly (infer Name extends string)[] }
  ? Name
  : never

/** What an address needs: every path parameter, and any of the query parameters. */
type Values<Name extends RouteName> = [
  PathParam<(typeof routes)[Name]['path']> | QueryParam<(typeof routes)[Name]>,
] extends [never]
  ? Record<string, never>
  : Readonly<
      Record<PathParam<(typeof routes)[Name]['path']>, string> &
        Partial<Record<QueryParam<(typeof routes)[Name]>, string>>
    >

/** The address of a screen; what its path does not take goes into the query. */
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
