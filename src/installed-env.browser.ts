import { map, Observable } from 'rxjs'
import { eventsOf } from './events.browser.ts'
import type { InstalledEnv, KeptFiles, SplashScreen, Tabs } from './installed-env.ts'
import { createInstall } from './pwa/install.browser.ts'
import { createAppWorker } from './pwa/register.browser.ts'

/** The browser's part of the Env that concerns the installed app. */
export const createInstalledEnv = (): InstalledEnv => ({
  worker: createAppWorker(import.meta.env.PROD),
  install: createInstall(),
  tabs: createTabs(),
  splash,
  codeMissing$: eventsOf(window, 'vite:preloadError').pipe(map(() => undefined)),
  caches: {
    names: async () => ('caches' in globalThis ? caches.keys() : []),
    remove: async name => {
      await caches.delete(name)
    },
    open: async name => filesOf(await caches.open(name)),
  },
  isNarrower$: widthPx => {
    const query = matchMedia(`(width < ${widthPx}px)`)
    return new Observable(subscriber => {
      subscriber.next(query.matches)
      return eventsOf(query, 'change').subscribe(() => subscriber.next(query.matches))
    })
  },
  notices: {
    // On an iPhone, only an installed app has notifications.
    mayAsk: () =>
      'SyncManager' in globalThis &&
      'Notification' in globalThis &&
      Notification.permission === 'default',
    ask: async () => {
      await Notification.requestPermission()
    },
  },
  setBadge: count => {
    if (!('setAppBadge' in navigator)) return
    const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
    // Fails without an icon: if the app is not installed or has no permission.
    done.catch(() => {})
  },
  keepAwake,
})

/** WARNING: persisted. No page and no file of the app is below it. */
const keptPath = '/kept/'

const filesOf = (cache: Cache): KeptFiles => ({
  keys: async () =>
    (await cache.keys()).map(({ url }) =>
      decodeURIComponent(new URL(url).pathname.slice(keptPath.length)),
    ),
  read: async key =>
    (await (await cache.match(keptPath + encodeURIComponent(key)))?.blob()) ?? null,
  write: (key, file) => cache.put(keptPath + encodeURIComponent(key), new Response(file)),
  remove: async key => {
    await cache.delete(keptPath + encodeURIComponent(key))
  },
})

/** WARNING: tabs of other versions listen on it too. */
const createTabs = (): Tabs => {
  const channel = new BroadcastChannel('transect-tabs')
  return {
    messages$: eventsOf<MessageEvent<unknown>>(channel, 'message').pipe(map(({ data }) => data)),
    post: message => channel.postMessage(message),
  }
}

/** The splash that public/start.js shows and index.html draws. */
const splash: SplashScreen = {
  shownAt: () => {
    const shownAt = Number(document.documentElement.dataset['splash'])
    return Number.isFinite(shownAt) ? shownAt : null
  },
  fade: () => {
    document.documentElement.dataset['splash'] = 'leaving'
  },
  remove: () => {
    delete document.documentElement.dataset['splash']
    document.querySelector('#splash')?.remove()
  },
}

/** The browser releases the lock whenever the page is hidden, so it is requested again when the page is back. */
const keepAwake = (): (() => void) => {
  if (!('wakeLock' in navigator)) return () => {}
  let isWanted = true
  let lock: WakeLockSentinel | null = null
  const take = async () => {
    if (document.visibilityState !== 'visible') return
    lock = await navigator.wakeLock.request('screen')
    if (!isWanted) await lock.release()
  }
  // The request fails on a low battery, for example. Then the screen may turn off.
  const tryToTake = () => void take().catch(() => {})
  tryToTake()
  const taking = eventsOf(document, 'visibilitychange').subscribe(tryToTake)
  return () => {
    isWanted = false
    taking.unsubscribe()
    void lock?.release()
  }
}
