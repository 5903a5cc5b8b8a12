import { loadavg } from 'node:os'

/*
 * In each round every subject is measured once, so that other load on the machine affects all of them alike. A round is
 * discarded if a fixed piece of work took much more clock time than processor time, because something else was using
 * the processor.
 */

/** The largest ratio of clock time to processor time on a quiet machine. */
const busyRatio = 1.35
/** The number of tries per wanted round. After that busy rounds count too, and the outcome says so. */
const triesPerRound = 2

const discards = { count: 0 }

/** Returns the number of discarded rounds, and resets it. */
export const takeDiscards = (): number => {
  const { count } = discards
  discards.count = 0
  return count
}

/** Runs rounds until enough of them were quiet. */
export const inRounds = async <Sample>(
  wanted: number,
  run: (round: number) => Promise<Sample>,
): Promise<readonly Sample[]> => {
  const quiet: Sample[] = []
  const busy: Sample[] = []
  for (let tries = 0; quiet.length < wanted && tries < wanted * triesPerRound; tries += 1) {
    const before = contention()
    const sample = await run(tries)
    if (Math.max(before, contention()) <= busyRatio) quiet.push(sample)
    else busy.push(sample)
  }
  const missing = Math.max(0, wanted - quiet.length)
  discards.count += busy.length - missing
  return [...quiet, ...busy.slice(0, missing)]
}

/** Clock time over processor time of a fixed piece of work; 1 when this process had the processor. */
const contention = (): number => {
  const started = performance.now()
  const before = process.cpuUsage()
  let sum = 0
  for (let n = 0; n < 2e7; n += 1) sum = (sum * 31 + n) % 1_000_003
  const { user, system } = process.cpuUsage(before)
  const ratio = (performance.now() - started) / ((user + system) / 1000)
  return sum < 0 ? Number.NaN : ratio
}

export const load = (): readonly number[] => loadavg().map(one => Number(one.toFixed(2)))
