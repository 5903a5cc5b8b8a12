import { cpus, loadavg } from 'node:os'

/*
 * In each round every subject is measured once, so that other load on the machine affects all of them alike. A round is
 * discarded if a fixed piece of work took much more clock time than processor time, because something else was using
 * the processor.
 */

/** The largest ratio of clock time to processor time on a quiet machine. */
const busyRatio = 1.35
/** The number of tries per wanted round. After that busy rounds count too, and the bench is not to be trusted. */
const triesPerRound = 2

/** How busy the machine was during a bench. */
export interface Business {
  /** Rounds discarded because the machine was busy. */
  readonly discarded: number
  /** Rounds that count although the machine was busy. */
  readonly counted: number
}

const seen = { discarded: 0, counted: 0 }

/** Returns the numbers of busy rounds since the last call, and resets them. */
export const takeBusyRounds = (): Business => {
  const taken = { ...seen }
  Object.assign(seen, { discarded: 0, counted: 0 })
  return taken
}

/** Runs rounds until enough of them were quiet. */
export const inRounds = async <Sample>(
  wanted: number,
  run: (round: number) => Promise<Sample>,
): Promise<readonly Sample[]> => {
  const quiet: Sample[] = []
  const busy: Sample[] = []
  let before = await contention()
  for (let tries = 0; quiet.length < wanted && tries < wanted * triesPerRound; tries += 1) {
    const sample = await run(tries)
    const after = await contention()
    if (Math.max(before, after) <= busyRatio) quiet.push(sample)
    else busy.push(sample)
    before = after
  }
  const missing = Math.max(0, wanted - quiet.length)
  seen.counted += missing
  seen.discarded += busy.length - missing
  return [...quiet, ...busy.slice(0, missing)]
}

/** How long the browser takes to close the tabs of a round, and more. */
const closeMs = 250

/** Clock time over processor time of a fixed piece of work; 1 when this process had the processor. */
const contention = async (): Promise<number> => {
  // What this bench itself does is not other load: the browser still closes the tabs of the round.
  await new Promise(resolve => setTimeout(resolve, closeMs))
  const started = performance.now()
  const before = process.cpuUsage()
  let sum = 0
  for (let n = 0; n < 2e7; n += 1) sum = (sum * 31 + n) % 1_000_003
  const { user, system } = process.cpuUsage(before)
  const ratio = (performance.now() - started) / ((user + system) / 1000)
  return sum < 0 ? Number.NaN : ratio
}

/** How long the other programs of the machine are watched. */
const watchMs = 1000
/** The processors that other programs use on a calm machine. */
const idleCores = 0.3

const busyMs = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

/** The processors in use while this process waits, 0 to their number. */
const coresInUse = async (): Promise<number> => {
  const [before, started] = [busyMs(), performance.now()]
  await new Promise(resolve => setTimeout(resolve, watchMs))
  return (busyMs() - before) / (performance.now() - started)
}

/** Waits for the end of what the browser does after a bench. Returns whether other programs leave the machine calm. */
export const isCalm = async (): Promise<boolean> => {
  for (let looks = 0; looks < 3; looks += 1) if ((await coresInUse()) <= idleCores) return true
  return false
}

export const load = (): readonly number[] => loadavg().map(one => Number(one.toFixed(2)))
