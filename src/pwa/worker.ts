/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { skipWaiting, wakeUp } from './messages.ts'

/**
 * The service worker: the app's shell from the device, and a wake-up when the network is back.
 * The API is never cached: what the app knows is in its database.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }),
)

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('message', event => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === skipWaiting.type) void self.skipWaiting()
})

const wakeWindows = async (): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) window.postMessage(wakeUp)
}

// Background Sync is Chromium's; TypeScript does not know its event.
self.addEventListener('sync' as 'message', event => {
  const sync = event as unknown as SyncEvent
  if (sync.tag === wakeUp.type) sync.waitUntil(wakeWindows())
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow('/sync'))
})
