import type { Env } from '../../env.ts'
import { splashFadeMs, splashMs } from '../../limits.ts'

/** WARNING: persisted until the tab closes (3.15); public/start.js reads them. */
export const splashShown = 'splash_shown_this_session'
export const appRunning = 'pwa_session_active'

/**
 * Lets the splash go once it was up long enough, and marks it shown; the app has long been at work beneath
 * it. Settles when it is gone, at once when there was none.
 */
export const endSplash = ({
  clock,
  install,
  splash,
  tab,
}: Pick<Env, 'clock' | 'install' | 'splash' | 'tab'>): Promise<void> =>
  new Promise(resolve => {
    const note = (key: string) => {
      try {
        tab.set(key, 'true')
      } catch {
        // No room for a mark: then it is shown again.
      }
    }
    if (install.isStandalone()) note(appRunning)
    const shownAt = splash.shownAt()
    if (shownAt === null) return resolve()
    // A clock that was set meanwhile must not keep it up.
    const shownMs = Math.max(0, clock.now() - shownAt)
    clock.after(Math.max(0, splashMs - shownMs), () => {
      splash.fade()
      clock.after(splashFadeMs, () => {
        splash.remove()
        note(splashShown)
        resolve()
      })
    })
  })
