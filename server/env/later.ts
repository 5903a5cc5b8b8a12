import { failureText, type Log } from './log.ts'

/** Work done after the answers, so that no caller waits for it or can measure its duration. */
export interface Later {
  readonly later: (work: () => Promise<void>) => void
  /** Resolves when all work is done. */
  readonly settled: () => Promise<void>
}

/** Creates an empty queue. A failure is logged. */
export const createLater = (log: Log): Later => {
  const running = new Set<Promise<void>>()
  return {
    later: work => {
      const done: Promise<void> = work()
        .catch((failure: unknown) => {
          log('error', 'later-failed', { failure: failureText(failure) })
        })
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
