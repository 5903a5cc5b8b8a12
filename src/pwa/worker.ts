/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { handleBackgroundSync } from './background-sync.browser.ts'
import { isMessage, skipWaiting, updateComplete, updateStarted } from './messages.ts'

/**
 * The service worker: serves the app's own files from the device, and wakes the app when the network is back. It never
 * caches the API, because the app's data is in its database.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }),
)

const messageWindows = async (message: unknown): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) window.postMessage(message)
}

const takeOver = async (): Promise<void> => {
  await self.clients.claim()
  await messageWindows(updateComplete)
}
self.addEventListener('activate', event => event.waitUntil(takeOver()))

self.addEventListener('message', event => {
  if (!isMessage(event.data, skipWaiting)) return
  event.source?.postMessage(updateStarted)
  event.waitUntil(self.skipWaiting())
})

handleBackgroundSync(self)
