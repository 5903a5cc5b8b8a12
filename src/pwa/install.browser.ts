import { BehaviorSubject } from 'rxjs'
import type { Install, InstallOffer } from '../installed-env.ts'

/** Chromium only; TypeScript does not know it. */
interface BeforeInstallPromptEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // Also an iPad that reports itself as a Mac, because no Mac has touch points.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Starts to listen for the browser's offer. Call it early, because the offer comes early and only once. */
export const createInstall = (): Install => {
  const offer$ = new BehaviorSubject<InstallOffer | null>(null)

  addEventListener('beforeinstallprompt', event => {
    // The app shows its own offer at a better moment.
    event.preventDefault()
    const accept = async () => {
      offer$.next(null)
      return (await (event as BeforeInstallPromptEvent).prompt()).outcome === 'accepted'
    }
    offer$.next({ accept })
  })
  addEventListener('appinstalled', () => offer$.next(null))

  return {
    isStandalone,
    offer$,
    isApple: isApple(),
    isLocalhost: ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname),
  }
}
