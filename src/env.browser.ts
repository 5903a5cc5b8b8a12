import { EMPTY, filter, map, type Observable } from 'rxjs'
import { ok, err } from '../replication/http/result.ts'
import type { Network } from '../replication/env.ts'
import { browserAddress } from './address.browser.ts'
import { createCaptureEnv } from './capture/capture.browser.ts'
import { deviceKey, forgetDeviceKey, sessionMirrorIn } from './device-key.browser.ts'
import type { OnlineTiles, Env, KeyValue, LocateFailure } from './env.ts'
import { eventsOf, onlineChanges } from './events.browser.ts'
import { browserClock, createLiveness, readConnection } from './realm.browser.ts'
import { readPermission, readStoredShell } from './readiness.browser.ts'
import { createInstalledEnv } from './installed-env.browser.ts'

const idleWithin = { timeout: 2500 }

/** The browser as the app's Env. Only this and the other `.browser.ts` files touch the browser. */
export const createBrowserEnv = (): Env => ({
  ...createInstalledEnv(),
  ...createCaptureEnv(),
  clock: browserClock,
  network: createNetwork(),
  fetch: (input, init) => fetch(input, init),
  liveness: createLiveness(),
  uuid: () => crypto.randomUUID(),
  registerSync: () => void registerSync(),
  indexedDb: { indexedDB, IDBKeyRange },
  local: createKeyValue(() => localStorage),
  tab: createKeyValue(() => sessionStorage),
  localChanges$: eventsOf<StorageEvent>(window, 'storage').pipe(map(event => event.key ?? '')),
  deviceKey: () => deviceKey(indexedDB),
  forgetDeviceKey: () => forgetDeviceKey(indexedDB),
  sessionMirror: sessionMirrorIn(indexedDB),
  visible$: eventsOf(document, 'visibilitychange').pipe(
    map(() => document.visibilityState === 'visible'),
  ),
  away$: awayChanges(),
  used$: eventsOf(document, 'pointerdown', 'keydown', 'input', 'change', 'cancel', 'click').pipe(
    map(({ type, target }) => (type === 'click' && isFileInput(target) ? 'picking' : 'used')),
  ),
  locate: ({ highAccuracy, timeoutMs, maxAgeMs }) =>
    new Promise(resolve => {
      if (!('geolocation' in navigator)) {
        resolve(err('unavailable'))
        return
      }
      navigator.geolocation.getCurrentPosition(
        ({ coords, timestamp }) =>
          resolve(
            ok({
              latitude: coords.latitude,
              longitude: coords.longitude,
              accuracy: coords.accuracy,
              altitude: coords.altitude,
              timestamp,
            }),
          ),
        ({ code }) => resolve(err(locateFailures[code] ?? 'unavailable')),
        { enableHighAccuracy: highAccuracy, timeout: timeoutMs, maximumAge: maxAgeMs },
      )
    }),
  estimateStorage: async () => {
    const estimate = await navigator.storage?.estimate()
    return { usedBytes: estimate?.usage ?? 0, quotaBytes: estimate?.quota ?? 0 }
  },
  persistStorage: async () => (await navigator.storage?.persist?.()) ?? false,
  isStoragePersistent: async () => (await navigator.storage?.persisted?.()) ?? false,
  permission: readPermission,
  storedShell: readStoredShell,
  defaultServerUrl: String(import.meta.env['VITE_API_URL'] ?? location.origin),
  geocoderUrl: geocoderUrl(),
  onlineTiles: onlineTiles(),
  address: browserAddress,
  idle: () =>
    new Promise(resolve => {
      setTimeout(() => {
        // Safari has no idle callbacks.
        if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), idleWithin)
        else resolve()
      }, 500)
    }),
  page: {
    reload: () => location.reload(),
    isSecure: isSecureContext,
    language: navigator.language,
    setLanguage: (language, direction) => {
      document.documentElement.lang = language
      document.documentElement.dir = direction
    },
    setTheme: theme => {
      if (theme === null) delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = theme
    },
    guardUnload: shouldAsk => {
      const ask = (event: BeforeUnloadEvent) => {
        if (shouldAsk()) event.preventDefault()
      }
      addEventListener('beforeunload', ask)
      return () => removeEventListener('beforeunload', ask)
    },
  },
  workerMessages$:
    'serviceWorker' in navigator
      ? eventsOf<MessageEvent<unknown>>(navigator.serviceWorker, 'message').pipe(
          map(event => event.data),
        )
      : EMPTY,
})

/** Chromium, which has an event for it, lets a page end its transactions before it freezes it. */
const awayChanges = (): Observable<boolean> =>
  'onfreeze' in document
    ? EMPTY
    : eventsOf<PageTransitionEvent>(window, 'pagehide', 'pageshow').pipe(
        filter(({ persisted }) => persisted),
        map(({ type }) => type === 'pagehide'),
      )

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'file'

const locateFailures: Readonly<Record<number, LocateFailure>> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
}

/** The address of the maps service. The page contains it, so that one build serves every deployment. */
const geocoderUrl = (): string => metaOf('geocoder')

const metaOf = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The service of tiles, which the page names in the same way. */
const onlineTiles = (): OnlineTiles | null => {
  const url = metaOf('tiles')
  return url === '' ? null : { url, attribution: metaOf('tiles-attribution') }
}

const createNetwork = (): Network => ({
  isOnline: () => navigator.onLine,
  online$: onlineChanges(),
  connection: readConnection,
})

/** WARNING: the worker listens for this name (4.7). */
const syncTag = 'data-sync'

interface SyncManager {
  readonly register: (tag: string) => Promise<void>
}

/** Registers a background sync where the browser has it; elsewhere the app's own triggers suffice. */
const registerSync = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    const { sync } = (registration ?? {}) as { sync?: SyncManager }
    await sync?.register(syncTag)
  } catch {
    // Denied in private windows; the app syncs while it is open.
  }
}

const createKeyValue = (storage: () => Storage): KeyValue => ({
  get: key => storage().getItem(key),
  set: (key, value) => storage().setItem(key, value),
  remove: key => storage().removeItem(key),
  keys: () => Object.keys(storage()),
})
