import { BehaviorSubject } from 'rxjs'
import type { Install, InstallOffer } from '../installed-env.ts'

/** Chromium's; TypeScript does not know it. */
interface BeforeInstallPromptEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad that says it is a Mac: no Mac is touched with five fingers.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

/** Listens from now on: the browser makes its offer once, and early. */
export const createInstall = (): Install => {
  const offer$ = new BehaviorSubject<InstallOffer | null>(null)

  addEventListener('beforeinstallprompt', event => {
    // Ours comes at a better moment than the browser's.
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
    isByHand: isApple(),
    isLocalhost: ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname),
  }
}
