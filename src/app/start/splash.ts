import type { Env } from '../../env.ts'
import { splashFadeMs, splashMs } from '../../limits.ts'

/** WARNING: persisted until the tab closes (3.15); public/start.js reads them. */
export const splashShown = 'splash_shown_this_session'
export const appRunning = 'pwa_session_active'

/**
 * Removes the splash after its minimum time, and marks it as shown; the app already works beneath it. Resolves when the
 * splash is gone, or at once when there was none.
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
        // Storage is full, so the splash shows again next time.
      }
    }
    if (install.isStandalone()) note(appRunning)
    const shownAt = splash.shownAt()
    if (shownAt === null) return resolve()
    // A clock that was set back meanwhile must not keep the splash on screen.
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
