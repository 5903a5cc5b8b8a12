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

export const formLarge: Bench = {
  name: 'form-large',
  run: async ({ browser, quick }) => {
    const rounds = await inRounds(quick ? 2 : 4, async () => {
      const costs: FormCosts[] = []
      for (const { fields, occurrences } of sizes) {
        const [at, choiceAt] = [largeTextAt(fields), largeChoiceAt(fields)]
        const options = { form: 'large', occurrences, at, choiceAt } as const
        costs.push(await measureForm(browser, 'product', fields, options))
      }
      return costs
    })
    const of = (size: number, what: keyof FormCosts): number =>
      median(rounds.map(costs => costs[size]?.[what] ?? Number.NaN))
    const growth = (what: 'key' | 'change'): Gate => ({
      what: `a ${what}, 2000 questions with 200 occurrences to 500`,
      value: of(1, what) / of(0, what),
      most: 1.3,
    })
    return {
      bench: 'form-large',
      workload:
        'sixteen keys in a text and sixteen changes of a choice that shows or hides two questions, in the middle of a survey whose last ten questions repeat',
      columns: [
        'questions',
        'occurrences',
        'on screen',
        'CPU per key, ms',
        'CPU per change, ms',
        'CPU to show the survey, ms',
      ],
      rows: sizes.map(({ fields, occurrences }, size) => [
        fields,
        occurrences,
        fields + (occurrences - 1) * repeated,
        of(size, 'key'),
        of(size, 'change'),
        of(size, 'mount'),
      ]),
      gates: [growth('key'), growth('change')],
    }
  },
}
