import { config } from '../config.ts'

/** What the worker says when it has sent work with no window open (8.21). */
export const syncedNotice = {
  title: `${config.appName} | Data Synced`,
  body: (count: number) => `${count} submissions synced successfully`,
} as const
