/** The longest durations of the buckets, in seconds. */
export const bucketSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60] as const

/** How long one call took, since the process began. */
interface Times {
  /** For each bucket, how many took at most so long. */
  readonly counts: readonly number[]
  readonly total: number
  readonly sumSeconds: number
}

/** What a process has answered since it began. */
export interface CallTimes {
  readonly note: (call: string, seconds: number) => void
  readonly all: () => readonly (readonly [call: string, times: Times])[]
}

/** Creates empty counts. */
export const createCallTimes = (): CallTimes => {
  const byCall = new Map<string, { counts: number[]; total: number; sumSeconds: number }>()
  return {
    note: (call, seconds) => {
      const times = byCall.get(call) ?? {
        counts: bucketSeconds.map(() => 0),
        total: 0,
        sumSeconds: 0,
      }
      byCall.set(call, times)
      times.total += 1
      times.sumSeconds += seconds
      bucketSeconds.forEach((most, index) => {
        if (seconds <= most) times.counts[index] = (times.counts[index] ?? 0) + 1
      })
    },
    all: () => [...byCall],
  }
}
