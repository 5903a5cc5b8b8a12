import { combineLatest, distinctUntilChanged, map, of, switchMap, Observable } from 'rxjs'
import type { Env } from '../../env.ts'
import type { InstallOffer } from '../../installed-env.ts'
import { installAgainMs, installPromptMs, mobileBreakpointPx } from '../../limits.ts'

/** WARNING: persisted (3.13): when the prompt was dismissed, epoch ms. */
const dismissed = 'pwaInstallDismissed'

/** How the app can be installed here: through the browser's prompt, or by hand. */
export type Installable =
  | { readonly kind: 'offer'; readonly offer: InstallOffer }
  | { readonly kind: 'by-hand' }

type InstallEnv = Pick<Env, 'clock' | 'install' | 'isNarrower$' | 'local'>

/** When the prompt may show, ms from now. After a dismissal it waits a day (4.30, 9.12). */
const promptDelayMs = ({ clock, install, local }: InstallEnv): number => {
  const dismissedAt = Number(local.get(dismissed) ?? Number.NaN)
  const wait = install.isLocalhost
    ? installPromptMs.localhost
    : Number.isNaN(dismissedAt)
      ? installPromptMs.first
      : installPromptMs.again
  const agoMs = clock.now() - dismissedAt
  // A dismissal in the future was stored before the clock was set back.
  const isAway = agoMs >= 0 && agoMs < installAgainMs
  return isAway ? installAgainMs - agoMs + wait : wait
}

/** Records that the surveyor does not want to install the app now. */
export const dismissInstall = ({ clock, local }: Pick<Env, 'clock' | 'local'>): void => {
  try {
    local.set(dismissed, String(clock.now()))
  } catch {
    // Storage is full, so the prompt shows again next time.
  }
}

/** Emits how the app can be installed once it is time to offer it; null where it cannot or need not be installed. */
export const installPrompt$ = (env: InstallEnv): Observable<Installable | null> => {
  const { clock, install } = env
  const way$ = install.isApple
    ? of<Installable>({ kind: 'by-hand' })
    : install.offer$.pipe(
        map((offer): Installable | null => (offer === null ? null : { kind: 'offer', offer })),
      )
  return combineLatest([way$, env.isNarrower$(mobileBreakpointPx)]).pipe(
    map(([way, isMobile]) => (isMobile && !install.isStandalone() ? way : null)),
    distinctUntilChanged(),
    switchMap(way =>
      way === null
        ? of(null)
        : new Observable<Installable | null>(shown => {
            shown.next(null)
            return clock.after(promptDelayMs(env), () => shown.next(way))
          }),
    ),
  )
}
