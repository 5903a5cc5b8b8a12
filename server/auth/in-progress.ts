/** Limits how much is done at once for each key. */
export interface InProgress {
  /** Returns the result of the work; null, without starting it, when too much is in progress for this key. */
  readonly run: <Value>(key: string, work: () => Promise<Value>) => Promise<Value | null>
}

/** Creates a limit of `most` for each key. */
export const createInProgress = (most: number): InProgress => {
  const counts = new Map<string, number>()
  return {
    run: async (key, work) => {
      const count = counts.get(key) ?? 0
      if (count >= most) return null
      counts.set(key, count + 1)
      try {
        return await work()
      } finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}
