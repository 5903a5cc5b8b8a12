import { deciderAt, plainAt } from '../../fill/logic-fields.ts'
import type { Bench } from '../../harness/bench.ts'
import { measureForm, type FormCosts } from '../../harness/forms.ts'
import { median } from '../../harness/outcome.ts'
import { inRounds } from '../../harness/rounds.ts'

/** As long as the longest known survey: the WHO's verbal autopsy. */
const questions = 470

/**
 * The cost of an answer that shows or hides other questions, compared with one that does not, in a survey full of
 * rules.
 */
export const formLogic: Bench = {
  name: 'form-logic',
  run: async ({ browser, quick }) => {
    const plain: FormCosts[] = []
    const deciding: FormCosts[] = []
    const plainByHand: FormCosts[] = []
    const decidingByHand: FormCosts[] = []
    const without: FormCosts[] = []
    await inRounds(quick ? 2 : 3, async () => {
      const onPlain = { form: 'logic', at: plainAt(questions) } as const
      const onDecider = { form: 'logic', at: deciderAt(questions) } as const
      plain.push(await measureForm(browser, 'product', questions, onPlain))
      deciding.push(await measureForm(browser, 'product', questions, onDecider))
      plainByHand.push(await measureForm(browser, 'floor', questions, onPlain))
      decidingByHand.push(await measureForm(browser, 'floor', questions, onDecider))
    })
    // It has no gate, so one round is enough.
    await inRounds(1, async () => {
      without.push(await measureForm(browser, 'product', questions))
    })
    const middle = (costs: readonly FormCosts[], what: keyof FormCosts) =>
      median(costs.map(one => one[what]))
    const row = (what: string, costs: readonly FormCosts[], toPlain = plain) => [
      what,
      middle(costs, 'key'),
      middle(costs, 'key') / middle(toPlain, 'key'),
      middle(costs, 'mount'),
    ]
    return {
      bench: 'form-logic',
      workload:
        'sixteen keys in a text of a survey of 470 questions, 457 of them conditional; each key of the second shows or hides two questions on screen',
      columns: ['what', 'CPU per key, ms', 'to a plain key', 'CPU to show the survey, ms'],
      rows: [
        row('an answer that nothing reads', plain),
        row('an answer that shows or hides others', deciding),
        row('the same survey without rules', without),
        row('by hand, an answer that nothing reads', plainByHand, plainByHand),
        row('by hand, an answer that shows or hides two', decidingByHand, plainByHand),
      ],
      gates: [
        {
          what: 'an answer that shows or hides others, to a plain one',
          value: middle(deciding, 'key') / middle(plain, 'key'),
          most: 1.5,
        },
      ],
    }
  },
}
