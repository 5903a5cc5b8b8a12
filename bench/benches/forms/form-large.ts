import { largeChoiceAt, largeTextAt, repeated } from '../../fill/large-fields.ts'
import type { Bench } from '../../harness/bench.ts'
import { measureForm, type FormCosts } from '../../harness/forms.ts'
import { median, type Gate } from '../../harness/outcome.ts'
import { inRounds } from '../../harness/rounds.ts'

/** How the cost of an answer grows with the size of a survey. */

const sizes = [
  { fields: 500, occurrences: 1 },
  { fields: 2000, occurrences: 200 },
] as const

const makers = ['product', 'floor'] as const
type Maker = (typeof makers)[number]

export const formLarge: Bench = {
  name: 'form-large',
  run: async ({ browser, quick }) => {
    const measure = async (maker: Maker): Promise<readonly FormCosts[]> => {
      const costs: FormCosts[] = []
      for (const { fields, occurrences } of sizes) {
        const [at, choiceAt] = [largeTextAt(fields), largeChoiceAt(fields)]
        const options = { form: 'large', occurrences, at, choiceAt } as const
        costs.push(await measureForm(browser, maker, fields, options))
      }
      return costs
    }
    // By hand there is no gate, so one round is enough.
    const rounds: Record<Maker, readonly (readonly FormCosts[])[]> = {
      product: await inRounds(quick ? 2 : 3, () => measure('product')),
      floor: await inRounds(1, () => measure('floor')),
    }
    const of = (maker: Maker, size: number, what: keyof FormCosts): number =>
      median(rounds[maker].map(costs => costs[size]?.[what] ?? Number.NaN))
    const growth = (what: 'key' | 'change'): Gate => ({
      what: `a ${what}, 2000 questions with 200 occurrences to 500`,
      value: of('product', 1, what) / of('product', 0, what),
      most: 1.3,
    })
    return {
      bench: 'form-large',
      workload:
        'sixteen keys in a text and sixteen changes of a choice that shows or hides two questions, in the middle of a survey whose last ten questions repeat',
      columns: [
        'what',
        'questions',
        'occurrences',
        'on screen',
        'CPU per key, ms',
        'to 500',
        'CPU per change, ms',
        'to 500',
        'CPU to show the survey, ms',
      ],
      rows: makers.flatMap(maker =>
        sizes.map(({ fields, occurrences }, size) => [
          maker === 'floor' ? 'by hand' : maker,
          fields,
          occurrences,
          fields + (occurrences - 1) * repeated,
          of(maker, size, 'key'),
          of(maker, size, 'key') / of(maker, 0, 'key'),
          of(maker, size, 'change'),
          of(maker, size, 'change') / of(maker, 0, 'change'),
          of(maker, size, 'mount'),
        ]),
      ),
      gates: [growth('key'), growth('change')],
    }
  },
}
