import { fromEvent, map, startWith, tap } from 'rxjs'
import type { InstalledEnv, SplashScreen, Tabs } from './installed-env.ts'
import { createInstall } from './pwa/install.browser.ts'
import { createAppWorker } from './pwa/register.browser.ts'

/** The installed app's part of the browser. */
export const createInstalledEnv = (): InstalledEnv => ({
  worker: createAppWorker(import.meta.env.PROD),
  install: createInstall(),
  tabs: createTabs(),
  splash,
  codeMissing$: fromEvent(window, 'vite:preloadError').pipe(map(() => undefined)),
  caches: {
    names: async () => ('caches' in globalThis ? caches.keys() : []),
    remove: async name => {
      await caches.delete(name)
    },
  },
  isNarrower$: widthPx => {
    const query = matchMedia(`(width < ${widthPx}px)`)
    return fromEvent<MediaQueryListEvent>(query, 'change').pipe(
      map(({ matches }) => matches),
      startWith(query.matches),
    )
  },
  notices: {
    // An iPhone has them only in an installed app.
    mayAsk: () => 'Notification' in globalThis && Notification.permission === 'default',
    ask: async () => {
      await Notification.requestPermission()
    },
  },
  setBadge: count => {
    if (!('setAppBadge' in navigator)) return
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    // Not installed, or not allowed: then there is no icon to put it on.
    done.catch(() => {})
  },
  keepAwake,
})

/** WARNING: tabs of other versions listen on it too. */
const createTabs = (): Tabs => {
  const channel = new BroadcastChannel('transect-tabs')
  return {
    messages$: fromEvent<MessageEvent<unknown>>(channel, 'message').pipe(map(({ data }) => data)),
    post: message => channel.postMessage(message),
  }
}

/** What public/start.js has put up, and index.html drawn. */
const splash: SplashScreen = {
  shownAt: () => {
    const shownAt = Number(document.documentElement.dataset['splash'])
    return Number.isFinite(shownAt) ? shownAt : null
  },
  fade: () => document.querySelector('#splash')?.classList.add('is-leaving'),
  remove: () => {
    delete document.documentElement.dataset['splash']
    document.querySelector('#splash')?.remove()
  },
}

/** The browser lets the lock go whenever the page is hidden: it is taken again when it is back. */
const keepAwake = (): (() => void) => {
  if (!('wakeLock' in navigator)) return () => {}
  let isWanted = true
  let lock: WakeLockSentinel | null = null
  const take = async () => {
    if (document.visibilityState !== 'visible') return
    lock = await navigator.wakeLock.request('screen')
    if (!isWanted) await lock.release()
  }
  // Refused with a low battery, for one; then the screen goes off, and the sync goes on without it.
  const taking = fromEvent(document, 'visibilitychange')
    .pipe(
      startWith(null),
      tap(() => void take().catch(() => {})),
    )
    .subscribe()
  return () => {
    isWanted = false
    taking.unsubscribe()
    void lock?.release()
  }
}
