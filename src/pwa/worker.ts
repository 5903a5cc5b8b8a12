/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { handleBackgroundSync } from './background-sync.browser.ts'
import {
  forgetOldMedia,
  keepMedia,
  mediaCache,
  mediaKindAt,
  mediaKinds,
  renewMedia,
  type AppFile,
} from '../lib/worker/media.ts'
import {
  isMessage,
  mediaKindIn,
  skipWaiting,
  updateComplete,
  updateStarted,
} from '../lib/worker/messages.ts'
import { page, rightFile } from './right-file.ts'
import { refillShell } from './shell.ts'

/**
 * The service worker: serves the app's own files from the device, and wakes the app when the network is back. It never
 * caches the API, because the app's data is in its database.
 */
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

// The build's tool allows plain addresses too, and writes none.
const files = self.__WB_MANIFEST as readonly AppFile[]
const media = files.filter(({ url }) => mediaKindAt(url) !== null)

const shell = files.filter(file => !media.includes(file))

const fetchFile = async (request: Request): Promise<Response> =>
  rightFile(files, request.url, await fetch(request))

/** Whether the server has another version. */
const isOutdated = async (): Promise<boolean> => {
  const { registration } = self
  await registration.update()
  return registration.installing !== null || registration.waiting !== null
}

const refill = async (): Promise<void> => {
  const open = () => caches.open(cacheNames.precache)
  const parts = {
    open,
    keyOf: (url: string) => getCacheKeyForURL(url) ?? url,
    fetch: fetchFile,
    isOutdated,
  }
  if (!(await refillShell(parts, shell, page))) return
  // Which of it was there cannot be known.
  for (const kind of mediaKinds) await keepMedia(caches, media, kind, fetchFile)
}
let refilling: Promise<void> | null = null
const refillOnce = (): Promise<void> =>
  (refilling ??= refill()
    // Without a network the next page load tries again.
    .catch(() => {})
    .finally(() => {
      refilling = null
    }))

cleanupOutdatedCaches()
// A version of which a file cannot be stored is not installed.
addPlugins([
  { cacheWillUpdate: ({ request, response }) => rightFile(files, request.url, response) },
])
precacheAndRoute(shell)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && mediaKindAt(url.href) !== null,
  async ({ request }) =>
    (await (await caches.open(mediaCache)).match(request.url)) ?? fetch(request),
)
const servePage = createHandlerBoundToURL(page)
registerRoute(
  new NavigationRoute(
    async options => {
      const answer = await servePage(options)
      options.event.waitUntil(refillOnce())
      return answer
    },
    { denylist: [/^\/(api|office)(\/|$)/] },
  ),
)

const messageWindows = async (message: unknown): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window' })
  for (const window of windows) window.postMessage(message)
}

const takeOver = async (): Promise<void> => {
  await self.clients.claim()
  await forgetOldMedia(caches, media)
  await messageWindows(updateComplete)
}

/** The event of an installation, in browsers that read files from a cache without waking the worker. */
interface RoutableInstall extends ExtendableEvent {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: string }
    readonly source: 'cache'
  }) => Promise<void>
}

self.addEventListener('install', (event: RoutableInstall) => {
  event.waitUntil(renewMedia(caches, media, fetchFile))
  // Their names have a hash, so that any cache has the right ones. What is in none comes from the server. Without the
  // rule the worker answers.
  event.addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' }).catch(() => {})
})
self.addEventListener('activate', event => event.waitUntil(takeOver()))

self.addEventListener('message', event => {
  const kind = mediaKindIn(event.data)
  // Without a network the form asks again when it is opened.
  if (kind !== null) event.waitUntil(keepMedia(caches, media, kind, fetchFile).catch(() => {}))
  if (!isMessage(event.data, skipWaiting)) return
  event.source?.postMessage(updateStarted)
  event.waitUntil(self.skipWaiting())
})

handleBackgroundSync(self)
