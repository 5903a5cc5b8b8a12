/** What the page and the service worker say to each other. WARNING: workers of other versions say it too. */

/** The page to a waiting worker: take over now (4.31). */
export const skipWaiting = { type: 'SKIP_WAITING' } as const
/** The waiting worker's answer: it has heard. */
export const updateStarted = { type: 'UPDATE_STARTED' } as const
/** A worker to all pages: it has taken over. */
export const updateComplete = { type: 'UPDATE_COMPLETE' } as const
/** The worker to its pages: the network is back, work the outbox off (4.7). */
export const wakeUp = { type: 'data-sync' } as const

/** The worker to its windows: so many interviews were sent while none of them was in front (3.28). */
export const syncCompleted = (syncedCount: number) =>
  ({ type: 'sync-completed', syncedCount }) as const

/** What a sync-completed message carries; 0 for any other message. */
export const syncedCountOf = (message: unknown): number => {
  const { type, syncedCount } = (
    typeof message === 'object' && message !== null ? message : {}
  ) as {
    readonly type?: unknown
    readonly syncedCount?: unknown
  }
  return type === 'sync-completed' && typeof syncedCount === 'number' ? syncedCount : 0
}

/** The worker to the window that is open: the surveyor pressed the notification, show Sync (2.shell.5). */
export const openSync = { type: 'OPEN_SYNC' } as const

type Known =
  | typeof skipWaiting
  | typeof updateStarted
  | typeof updateComplete
  | typeof wakeUp
  | typeof openSync

/** Whether a message, which anybody may have sent, is this one. */
export const isMessage = (message: unknown, known: Known): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === known.type

/** Tells the worker's call to sync from anything else that a page may hear. */
export const isWakeUp = (message: unknown): boolean => isMessage(message, wakeUp)
