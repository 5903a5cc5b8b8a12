import { BehaviorSubject, Subject } from 'rxjs'
import type { AppWorker } from '../installed-env.ts'

const none: AppWorker = {
  waiting$: new BehaviorSubject(0),
  takenOver$: new Subject<void>(),
  isInControl: () => false,
  look: () => {},
  postToWaiting: () => {},
}

/** Registers the service worker once the page has loaded, so that it does not slow down the first visit. */
export const createAppWorker = (isEnabled: boolean): AppWorker => {
  if (!isEnabled || !('serviceWorker' in navigator)) return none
  const container = navigator.serviceWorker
  const waiting$ = new BehaviorSubject(0)
  const takenOver$ = new Subject<void>()
  let registration: ServiceWorkerRegistration | null = null
  let isControlled = container.controller !== null

  container.addEventListener('controllerchange', () => {
    // On the very first visit the worker takes over a page that had none, which changes nothing for the page.
    if (isControlled) takenOver$.next()
    isControlled = true
  })

  const countWaiting = () => {
    // Without an active worker the waiting one is the first, and activates by itself.
    const isNew = registration?.waiting != null && registration.active !== null
    if (isNew) waiting$.next(waiting$.value + 1)
  }

  const register = async (): Promise<void> => {
    const found = await container.register('/worker.js', { type: 'classic' })
    registration = found
    countWaiting()
    found.addEventListener('updatefound', () => {
      const { installing } = found
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') countWaiting()
      })
    })
  }
  // Without a worker the app still runs, only not offline.
  const start = () => void register().catch(() => {})
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })

  /** The browser drops a first worker whose files it could not load. */
  const isGone = () =>
    registration !== null &&
    registration.installing === null &&
    registration.waiting === null &&
    registration.active === null
  addEventListener('online', () => {
    if (isGone()) start()
  })

  return {
    waiting$,
    takenOver$,
    isInControl: () => container.controller !== null,
    look: () => void registration?.update().catch(() => {}),
    postToWaiting: message => registration?.waiting?.postMessage(message),
  }
}
