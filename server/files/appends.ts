/** The uploads to which bytes are being added now, by id. A phone that begins anew knows that its earlier request is dead. */
export interface Appends {
  /** Ends the request that adds to an upload, and waits until what has arrived of it is stored. */
  readonly stop: (id: string) => Promise<void>
  /** Runs the one request that adds to an upload. `signal` says when it is to end. */
  readonly run: <Value>(id: string, work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>
}

interface Running {
  readonly abort: AbortController
  readonly ended: Promise<unknown>
}

/** Creates an empty set. */
export const createAppends = (): Appends => {
  const running = new Map<string, Running>()
  const stop = async (id: string): Promise<void> => {
    for (let found = running.get(id); found !== undefined; found = running.get(id)) {
      found.abort.abort()
      await found.ended
    }
  }
  return {
    stop,
    run: async (id, work) => {
      while (running.has(id)) await stop(id)
      const abort = new AbortController()
      const working = work(abort.signal)
      const ended = working.catch(() => undefined)
      const own = { abort, ended }
      running.set(id, own)
      void ended.then(() => {
        if (running.get(id) === own) running.delete(id)
      })
      return working
    },
  }
}
