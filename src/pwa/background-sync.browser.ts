/// <reference lib="webworker" />
// oxlint-disable-next-line import/default -- Vite gives the address of the script that it builds from this file
import engineUrl from './background-sync-engine.browser.ts?worker&url'
import type { BackgroundRealm } from './background-sync-realm.ts'
import { isWakeUp, openSync, syncCompleted, wakeUp } from '../lib/worker/messages.ts'

type Worker = ServiceWorkerGlobalScope & BackgroundRealm

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Where the notification leads (2.shell.5). */
const syncPath = '/sync'

/**
 * Makes the worker send waiting work when the network is back (4.7). If a window is visible, the worker wakes it and
 * the window sends. Otherwise the worker sends. A hidden window may try too, unless it is frozen; the sync lease allows
 * only one of them.
 */
export const handleBackgroundSync = (worker: Worker): void => {
  /**
   * Imports the second script. Browsers allow that at any time if the script was also imported during the installation.
   */
  const load = (): NonNullable<BackgroundRealm['syncInBackground']> => {
    if (worker.syncInBackground === undefined) worker.importScripts(engineUrl)
    const { syncInBackground } = worker
    if (syncInBackground === undefined) throw new Error('The sync engine did not load.')
    return syncInBackground
  }

  const sync = async (): Promise<void> => {
    const windows = await worker.clients.matchAll({ type: 'window' })
    for (const window of windows) window.postMessage(wakeUp)
    if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
    const { isDone, syncedCount } = await load()()
    if (syncedCount > 0)
      for (const window of windows) window.postMessage(syncCompleted(syncedCount))
    // The browser repeats a failed event, with growing pauses.
    if (!isDone) throw new Error('Something is still to be sent.')
  }

  /** An open window is not reloaded, because it may hold a half-filled form. */
  const openSyncScreen = async (): Promise<void> => {
    const [window] = await worker.clients.matchAll({ type: 'window' })
    if (window === undefined) {
      await worker.clients.openWindow(syncPath)
      return
    }
    window.postMessage(openSync)
    await window.focus()
  }

  worker.addEventListener('install', event => event.waitUntil(Promise.resolve().then(load)))
  // Background Sync exists in Chromium only; TypeScript does not know its event.
  worker.addEventListener('sync' as 'message', event => {
    const due = event as unknown as SyncEvent
    if (due.tag === wakeUp.type) due.waitUntil(sync())
  })
  worker.addEventListener('message', event => {
    if (isWakeUp(event.data)) event.waitUntil(sync())
  })
  worker.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(openSyncScreen())
  })
}
