import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Options } from './options.ts'

/** Splits seeds over processes, because a process uses one core. */

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Plays the seeds in so many processes at once and passes on their output. Returns 0 when none failed. */
export const splitOver = async (options: Options): Promise<number> => {
  const { jobs, runs, from } = options
  const size = Math.ceil(runs / jobs)
  const starts = Array.from({ length: jobs }, (_, at) => from + at * size)
  const codes = await Promise.all(
    starts
      .filter(start => start < from + runs)
      .map(start => playPart(start, Math.min(size, from + runs - start))),
  )
  return Math.max(...codes)
}

const playPart = (from: number, runs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const kept = process.argv.slice(2).filter(isKept)
    const part = ['--jobs', '1', '--from', String(from), '--runs', String(runs)]
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...kept, ...part], {
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', code => resolve(code ?? 1))
  })

const own = ['--jobs', '--from', '--runs']

/** Whether an argument is for every part; each of the others is followed by its value. */
const isKept = (arg: string, at: number, args: readonly string[]): boolean =>
  !own.some(name => arg === name || arg.startsWith(`${name}=`) || args[at - 1] === name)
