import type { ReportProgress } from '../../collections/history/migrate.ts'
import type { App } from '../context.tsx'
import * as limits from '../limits.ts'
import { failureWords } from '../messages/app/failure.ts'
import { promiseWords } from '../messages/app/common.ts'
import { createKeeper, type Keeper } from '../workspace/keeper.ts'
import type { SignedIn } from '../session/stored-session.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { createToaster } from '../ui/toasts/toast.tsx'
import type { Toaster } from '../ui/toasts/toast-rules.ts'
import { routes } from '../routes.ts'

/** The services that are created once per app, outside React. */
interface AppServices {
  readonly keeper: Keeper
  readonly toaster: Toaster
}

/** Opens a surveyor's database and reports the progress of a migration. */
export type OpenWorkspace = (session: SignedIn, report: ReportProgress) => Promise<Workspace>

/** No error toasts on these pages, because they have an alert of their own (8.6). */
const quietPaths: ReadonlySet<string> = new Set([
  routes.login.path,
  routes.forgotPassword.path,
  routes.resetPassword.path,
  routes.setPassword.path,
])

const servicesByApp = new WeakMap<App, AppServices>()

/** The services of an app. The same app always has the same ones, however often React renders. */
export const appServices = (app: App, open: OpenWorkspace): AppServices => {
  const known = servicesByApp.get(app)
  if (known !== undefined) return known
  const parts: AppServices = {
    keeper: createKeeper(app.session.session$, open),
    toaster: createToaster({
      nowMs: app.env.clock.now,
      rules: {
        repeatMs: limits.toastRepeatMs,
        slowRepeatMs: limits.toastSlowRepeatMs,
        get slowTexts() {
          return [...limits.toastSlowTexts, failureWords.timeout]
        },
        forgetMs: limits.toastForgetMs,
        get sharedTexts() {
          return [failureWords.network]
        },
      },
      staysMs: limits.toastStaysMs,
      actionStaysMs: limits.toastActionStaysMs,
      areErrorsHidden: () => quietPaths.has(app.env.address.read().pathname),
      promiseWords,
    }),
  }
  servicesByApp.set(app, parts)
  return parts
}
