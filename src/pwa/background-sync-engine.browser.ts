import { NEVER } from 'rxjs'
import { deviceKey, sessionMirrorIn } from '../device-key.browser.ts'
import { browserClock, createLiveness, readConnection } from '../realm.browser.ts'
import { syncInBackground, type BackgroundEnv } from './background-sync.ts'
import type { BackgroundRealm } from './background-sync-realm.ts'

/**
 * The second script of the service worker, with the database and the sync engine. It is loaded only when there is
 * something to send without a window, so that the worker itself starts fast for every page it serves.
 */
const realm = self as unknown as BackgroundRealm

const env: BackgroundEnv = {
  clock: browserClock,
  network: { isOnline: () => navigator.onLine, online$: NEVER, connection: readConnection },
  fetch: (input, init) => fetch(input, init),
  liveness: createLiveness(),
  uuid: () => crypto.randomUUID(),
  indexedDb: { indexedDB, IDBKeyRange },
  deviceKey: () => deviceKey(indexedDB),
  sessionMirror: sessionMirrorIn(indexedDB),
  language: navigator.language,
  notify: async (title, body) => {
    if (Notification.permission !== 'granted') return
    await realm.registration.showNotification(title, {
      body,
      icon: '/icon-192.png',
      // A second notification replaces the first.
      tag: 'data-sync',
    })
  },
}

/** One at a time, because a realm can open a database only once. */
let running: ReturnType<typeof syncInBackground> | null = null

realm.syncInBackground = () =>
  (running ??= syncInBackground(env).finally(() => {
    running = null
  }))
