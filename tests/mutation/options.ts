import { parseArgs } from 'node:util'
import { isScope, type Scope } from './scope.ts'

export interface Options {
  readonly scope: Scope
  readonly seed: number
  readonly sample: number
  /** Seconds that are spent on one mutant before it counts as one that survived. */
  readonly budget: number
  /** The beginnings of ids or of paths; none means all of the sample. */
  readonly only: readonly string[]
  /** This process plays part `part` of so many. */
  readonly part: number
  readonly parts: number
  readonly resume: boolean
  readonly fresh: boolean
  readonly list: boolean
}

const help = `Plants small faults into the engine, one at a time, and runs the tests that reach each.

npm run mutate -- [how]

  --scope core     or rest: what stands around the core; or form: the form engine
  --sample 240     so many mutants; 0 for all of them
  --seed 17        which ones
  --budget 120     seconds of tests for one mutant before it counts as a survivor
  --only a,b       only mutants whose id or file begins with one of these, whether or not the sample has them
  --part 1/1       only this part of them, for several processes side by side
  --resume         leaves out the mutants that an earlier run killed
  --fresh          notes anew which tests reach what, which a run otherwise does once for each test file
  --list           lists the mutants and runs nothing
  --help           this text
`

const whole = (name: string, text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, and not '${text}'.`)
  return Number(text)
}

/** Reads the command line; prints the help and ends when that is asked for. */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      scope: { type: 'string', default: 'core' },
      sample: { type: 'string', default: '240' },
      seed: { type: 'string', default: '17' },
      budget: { type: 'string', default: '120' },
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '1/1' },
      resume: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  if (!isScope(values.scope)) {
    throw new Error(`--scope takes core, rest or form, and not '${values.scope}'.`)
  }
  return {
    scope: values.scope,
    seed: whole('seed', values.seed),
    sample: whole('sample', values.sample),
    budget: whole('budget', values.budget),
    only: values.only.split(',').filter(part => part !== ''),
    part: whole('part', values.part.split('/')[0] ?? ''),
    parts: whole('part', values.part.split('/')[1] ?? ''),
    resume: values.resume,
    fresh: values.fresh,
    list: values.list,
  }
}
