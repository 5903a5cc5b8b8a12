import { failureText, type Log } from './log.ts'

/** Work that is done behind answers, so that nobody waits for it or learns from its time. */
export interface Later {
  readonly later: (work: () => Promise<void>) => void
  /** Resolves when nothing is left to do. */
  readonly settled: () => Promise<void>
}

/** Begins with nothing to do; a failure is logged. */
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
