import { isMediaKind, type MediaKind } from './media.ts'

/** The messages between the page and the service worker. WARNING: workers of other versions use them too. */

/** Page to waiting worker: take over now (4.31). */
export const skipWaiting = { type: 'SKIP_WAITING' } as const
/** Page to worker: store the code of this kind (media.ts). */
export const keepMediaOf = (kind: MediaKind) => ({ type: 'KEEP_MEDIA', kind }) as const
/** The kind of such a message; null for any other message, whose content is untrusted. */
export const mediaKindIn = (message: unknown): MediaKind | null => {
  const { type, kind } = (typeof message === 'object' && message !== null ? message : {}) as {
    readonly type?: unknown
    readonly kind?: unknown
  }
  return type === 'KEEP_MEDIA' && isMediaKind(kind) ? kind : null
}
/** Waiting worker to page: it has received skipWaiting. */
export const updateStarted = { type: 'UPDATE_STARTED' } as const
/** Worker to all pages: it has taken over. */
export const updateComplete = { type: 'UPDATE_COMPLETE' } as const
/** Worker to its pages: the network is back, run the outbox (4.7). */
export const wakeUp = { type: 'data-sync' } as const

/** Worker to its windows: this many interviews were sent while no window was visible (3.28). */
export const syncCompleted = (syncedCount: number) =>
  ({ type: 'sync-completed', syncedCount }) as const

/** The count of a sync-completed message; 0 for any other message. */
export const syncedCountOf = (message: unknown): number => {
  const { type, syncedCount } = (
    typeof message === 'object' && message !== null ? message : {}
  ) as {
    readonly type?: unknown
    readonly syncedCount?: unknown
  }
  return type === 'sync-completed' && typeof syncedCount === 'number' ? syncedCount : 0
}

/** Worker to the open window: the surveyor pressed the notification, show Sync (2.shell.5). */
export const openSync = { type: 'OPEN_SYNC' } as const

type Known =
  | typeof skipWaiting
  | typeof updateStarted
  | typeof updateComplete
  | typeof wakeUp
  | typeof openSync

/** Whether a message, whose content is untrusted, is the known one. */
export const isMessage = (message: unknown, known: Known): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === known.type

/** Whether a message is the worker's request to sync. */
export const isWakeUp = (message: unknown): boolean => isMessage(message, wakeUp)
