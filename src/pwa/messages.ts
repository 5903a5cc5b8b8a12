/** What the page and the service worker say to each other. */

/** The page to a waiting worker: take over now (4.31). */
export const skipWaiting = { type: 'SKIP_WAITING' } as const
/** The worker to its pages: the network is back, work the outbox off (4.7). */
export const wakeUp = { type: 'data-sync' } as const

export const isWakeUp = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === wakeUp.type
