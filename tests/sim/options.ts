import { parseArgs } from 'node:util'
import type { Acts } from './acts/actions.ts'
import type { ServerName } from './world/field.ts'

/** The options of a run of the simulation. */
export interface Options {
  readonly runs: number
  readonly from: number
  readonly steps: number
  readonly acts: Acts
  readonly servers: readonly ServerName[]
  readonly jobs: number
  readonly planted: boolean
  readonly strikes: boolean
  readonly stride: number
  readonly known: boolean
  readonly found: boolean
  /** Parts of names, separated by commas. */
  readonly only: string
  readonly shrink: boolean
  readonly json: boolean
}

const help = `Plays histories of phones in the field against both servers, and checks that nothing is lost.

npm run sim -- [what] [how]

what (seeds when nothing is said)
  --runs 100      so many seeds, each on both servers
  --from 1        the first of them
  --steps 25      so many things happen in each
  --acts all      or delivery (faults only), members (two phones add to one repeat), cases, or reviews
  --known         the seeds that once found something
  --found         the days on which something was once found
  --strikes       days with the first tab struck at each of its writes and requests
  --stride 1      only every so manyth strike
  --planted       each planted bug, until it is caught
  --only a,b      only the planted bugs and days whose name contains one of these

how
  --server both   or ours, or plain
  --jobs 1        so many processes, each with its part of the seeds
  --shrink        leaves out of a failing seed what it fails without
  --json          one line of JSON for each
  --help          this text
`

const whole = (name: string, text: string, least: number): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) {
    throw new Error(`--${name} takes a whole number from ${least}, and not '${text}'.`)
  }
  return number
}

const serversOf = (text: string): readonly ServerName[] => {
  if (text === 'both') return ['ours', 'plain']
  if (text === 'ours' || text === 'plain') return [text]
  throw new Error(`--server takes both, ours or plain, and not '${text}'.`)
}

const actsOf = (text: string): Acts => {
  const acts: readonly Acts[] = ['all', 'delivery', 'members', 'cases', 'reviews']
  const named = acts.find(one => one === text)
  if (named !== undefined) return named
  throw new Error(`--acts takes ${acts.join(', ')}, and not '${text}'.`)
}

const parse = (args: readonly string[]): Options | 'help' => {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      runs: { type: 'string', default: '100' },
      from: { type: 'string', default: '1' },
      steps: { type: 'string', default: '25' },
      acts: { type: 'string', default: 'all' },
      server: { type: 'string', default: 'both' },
      jobs: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      stride: { type: 'string', default: '1' },
      planted: { type: 'boolean', default: false },
      strikes: { type: 'boolean', default: false },
      known: { type: 'boolean', default: false },
      found: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  })
  if (values.help) return 'help'
  const { planted, strikes, known, found, only, shrink, json } = values
  return {
    planted,
    strikes,
    known,
    found,
    only,
    shrink,
    json,
    runs: whole('runs', values.runs, 1),
    from: whole('from', values.from, 0),
    steps: whole('steps', values.steps, 1),
    acts: actsOf(values.acts),
    jobs: whole('jobs', values.jobs, 1),
    stride: whole('stride', values.stride, 1),
    servers: serversOf(values.server),
  }
}

/** Parses the command line. Prints the usage and exits on request, or when it cannot be parsed. */
export const readOptions = (args: readonly string[]): Options => {
  try {
    const options = parse(args)
    if (options !== 'help') return options
    process.stdout.write(help)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}
