import { startOfTests, type FakeClock } from '../../env.ts'

/** Time in a simulated world. It stands still until it is advanced, and then runs the due timers. */
export interface SimTime {
  /** Ms since the world started; never goes back. */
  readonly elapsed: () => number
  readonly after: (delayMs: number, run: () => void) => () => void
  readonly advance: (ms: number) => void
  /** Advances to the next timer and runs it; false when there is none. */
  readonly step: () => boolean
}

export const createTime = (): SimTime => {
  let elapsed = 0
  let timers: { at: number; run: () => void }[] = []
  const next = () => timers.reduce<(typeof timers)[number] | null>(earlier, null)
  const runNext = (until: number): boolean => {
    const due = next()
    if (due === null || due.at > until) return false
    timers = timers.filter(timer => timer !== due)
    elapsed = Math.max(elapsed, due.at)
    due.run()
    return true
  }
  return {
    elapsed: () => elapsed,
    after: (delayMs, run) => {
      const timer = { at: elapsed + Math.max(0, delayMs), run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    advance: ms => {
      const until = elapsed + ms
      while (runNext(until));
      elapsed = until
    },
    step: () => runNext(Number.POSITIVE_INFINITY),
  }
}

const earlier = <Timer extends { at: number }>(best: Timer | null, timer: Timer): Timer =>
  best === null || timer.at < best.at ? timer : best

/** A phone's clock. The displayed time may be set, while its timers are not affected. */
export const createPhoneClock = (time: SimTime): FakeClock => {
  let offsetMs = startOfTests
  return {
    now: () => offsetMs + time.elapsed(),
    after: time.after,
    advance: time.advance,
    set: nowMs => {
      offsetMs = nowMs - time.elapsed()
    },
  }
}
