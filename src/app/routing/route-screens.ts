import { lazy, type ComponentType } from 'react'
import type { RouteName } from '../../routes.ts'

/** The screen of a route. */
interface RouteScreen {
  /**
   * The screen itself once its code is there, else one that loads it. React shows a skeleton for the latter for at
   * least 300 ms, even when the code comes at once.
   */
  readonly screen: () => ComponentType
  /** Preloads the screen's code, so that the screen also opens without a network. */
  readonly load: () => Promise<unknown>
}

/** A screen whose code is loaded on first use. */
const screen = <Name extends string>(
  importCode: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteScreen => {
  let loaded: ComponentType | null = null
  const load = async () => {
    loaded = (await importCode())[name]
    return { default: loaded }
  }
  const loading = lazy(load)
  return { load, screen: () => loaded ?? loading }
}

/** The screen of every route. The route table does not contain them, because they import it for their links. */
export const routeScreens: Readonly<Record<RouteName, RouteScreen>> = {
  login: screen(() => import('./login-route.tsx'), 'LoginRoute'),
  forgotPassword: screen(
    () => import('../../features/auth/forgot-password.tsx'),
    'ForgotPasswordScreen',
  ),
  resetPassword: screen(
    () => import('../../features/auth/reset-password.tsx'),
    'ResetPasswordScreen',
  ),
  about: screen(() => import('../../features/info/about.tsx'), 'AboutScreen'),
  help: screen(() => import('../../features/info/help.tsx'), 'HelpScreen'),
  setPassword: screen(() => import('../../features/auth/set-password.tsx'), 'SetPasswordScreen'),
  dashboard: screen(() => import('../../features/dashboard/dashboard.tsx'), 'DashboardScreen'),
  projects: screen(() => import('../../features/projects/projects.tsx'), 'ProjectsScreen'),
  completedSurveys: screen(
    () => import('../../features/projects/completed-surveys.tsx'),
    'CompletedSurveysScreen',
  ),
  allSurveys: screen(() => import('../../features/projects/all-surveys.tsx'), 'AllSurveysScreen'),
  survey: screen(() => import('../../features/fill/fill.tsx'), 'FillScreen'),
  submissions: screen(
    () => import('../../features/submissions/submissions.tsx'),
    'SubmissionsScreen',
  ),
  submission: screen(() => import('./submission-route.tsx'), 'SubmissionRoute'),
  sync: screen(() => import('../../features/sync/sync.tsx'), 'SyncScreen'),
  settings: screen(() => import('../../features/settings/settings.tsx'), 'SettingsScreen'),
  profile: screen(() => import('../../features/profile/profile.tsx'), 'ProfileScreen'),
  changePassword: screen(
    () => import('../../features/profile/change-password.tsx'),
    'ChangePasswordScreen',
  ),
  recovery: screen(() => import('../../features/recovery/recovery.tsx'), 'RecoveryScreen'),
  bin: screen(() => import('../../features/submissions/bin/bin.tsx'), 'BinScreen'),
  cases: screen(() => import('../../features/cases/cases.tsx'), 'CasesScreen'),
  case: screen(() => import('../../features/cases/detail/case.tsx'), 'CaseScreen'),
  ready: screen(() => import('../../features/ready/ready.tsx'), 'ReadyScreen'),
  guide: screen(() => import('../../features/info/article-page.tsx'), 'GuideScreen'),
  videos: screen(() => import('../../features/info/article-page.tsx'), 'TutorialsScreen'),
  documentation: screen(
    () => import('../../features/info/article-page.tsx'),
    'DocumentationScreen',
  ),
}
