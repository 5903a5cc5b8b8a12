import type { Browser } from 'playwright'
import type { Bench } from '../../harness/bench.ts'
import { measureForm, peers, type FormCosts, type FormName } from '../../harness/forms.ts'
import { median, type Gate } from '../../harness/outcome.ts'
import { inRounds } from '../../harness/rounds.ts'

/** The fill screen compared with a hand-written form and other products. Each sample serves both benches. */

interface Samples {
  readonly names: readonly FormName[]
  /** The costs of each round, by subject and number of questions. */
  readonly of: (name: FormName, fields: number, scrolled?: boolean) => readonly FormCosts[]
}

/** The numbers of questions. The larger one is compared with other products. */
const sizes = [20, 500]
const peerFields = 500

let known: Promise<Samples> | null = null

const measureAll = async (browser: Browser, quick: boolean): Promise<Samples> => {
  const others = peers()
  const samples = new Map<string, FormCosts[]>()
  const take = async (name: FormName, fields: number, scroll = false) => {
    const key = `${name} ${fields} ${scroll}`
    const costs = await measureForm(browser, name, fields, { scroll })
    samples.set(key, [...(samples.get(key) ?? []), costs])
  }
  await inRounds(quick ? 2 : 3, async () => {
    for (const fields of sizes) {
      await take('floor', fields)
      await take('product', fields)
    }
    await take('floor', 500, true)
    await take('product', 500, true)
  })
  // One round is enough, because these take seconds each.
  await inRounds(1, async () => {
    for (const name of others) await take(name, peerFields)
  })
  return {
    names: ['floor', 'product', ...others],
    of: (name, fields, scrolled = false) => samples.get(`${name} ${fields} ${scrolled}`) ?? [],
  }
}

const measured = (browser: Browser, quick: boolean) => (known ??= measureAll(browser, quick))

const middle = (costs: readonly FormCosts[], what: keyof FormCosts): number =>
  median(costs.map(one => one[what]))

const bestPeer = ({ names, of }: Samples, what: 'mount' | 'key'): number =>
  Math.min(
    ...names
      .filter(name => name !== 'floor' && name !== 'product')
      .map(name => middle(of(name, peerFields), what)),
  )

/** Gates against the other products exist only where those are installed. */
const peerGate = (samples: Samples, what: 'mount' | 'key', most: number): readonly Gate[] => {
  const best = bestPeer(samples, what)
  return Number.isFinite(best)
    ? [
        {
          what: 'to the best other product, 500 questions',
          value: middle(samples.of('product', peerFields), what) / best,
          most,
        },
      ]
    : []
}

const enketo =
  'Enketo could not be installed: its core depends on a repository that is not in the package registry.'

export const formMount: Bench = {
  name: 'form-mount',
  run: async ({ browser, quick }) => {
    const samples = await measured(browser, quick)
    const { names, of } = samples
    const mount = (name: FormName, fields: number) => middle(of(name, fields), 'mount')
    return {
      bench: 'form-mount',
      workload: 'a survey of twelve types is shown, until the page is calm',
      columns: ['questions', 'what', 'CPU, ms', 'to by hand', 'nodes'],
      rows: sizes.flatMap(fields =>
        names
          .filter(name => of(name, fields).length > 0)
          .map(name => [
            fields,
            name,
            mount(name, fields),
            mount(name, fields) / mount('floor', fields),
            middle(of(name, fields), 'nodes'),
          ]),
      ),
      gates: [
        {
          what: 'to the form by hand, 500 questions',
          value: mount('product', 500) / mount('floor', 500),
          most: 1.2,
        },
        ...peerGate(samples, 'mount', 0.25),
      ],
      curves: [
        {
          title: 'Showing a survey',
          unit: 'CPU ms',
          series: (['floor', 'product'] as const).map(name => ({
            name,
            points: sizes.map(fields => [fields, mount(name, fields)] as const),
          })),
        },
      ],
      note: enketo,
    }
  },
}

export const formKey: Bench = {
  name: 'form-key',
  run: async ({ browser, quick }) => {
    const samples = await measured(browser, quick)
    const { names, of } = samples
    const key = (name: FormName, fields: number, scrolled = false) =>
      middle(of(name, fields, scrolled), 'key')
    return {
      bench: 'form-key',
      workload: 'sixteen keys in a text in the middle of a survey, until the page is calm',
      columns: ['questions', 'what', 'CPU per key, ms', 'to by hand'],
      rows: [
        ...sizes.flatMap(fields =>
          names
            .filter(name => of(name, fields).length > 0)
            .map(name => [
              fields,
              name,
              key(name, fields),
              key(name, fields) / key('floor', fields),
            ]),
        ),
        ...(['floor', 'product'] as const).map(name => [
          '500, scrolled through',
          name,
          key(name, 500, true),
          key(name, 500, true) / key('floor', 500, true),
        ]),
      ],
      gates: [
        {
          what: 'to the form by hand, 500 questions',
          value: key('product', 500) / key('floor', 500),
          most: 1.3,
        },
        {
          what: 'the same after scrolling through all of it',
          value: key('product', 500, true) / key('floor', 500, true),
          most: 1.3,
        },
        {
          what: '500 questions to 20',
          value: key('product', 500) / key('product', 20),
          most: 1.15,
        },
        ...peerGate(samples, 'key', 0.6),
      ],
      curves: [
        {
          title: 'A key in the middle',
          unit: 'CPU ms',
          series: (['floor', 'product'] as const).map(name => ({
            name,
            points: sizes.map(fields => [fields, key(name, fields)] as const),
          })),
        },
      ],
    }
  },
}
