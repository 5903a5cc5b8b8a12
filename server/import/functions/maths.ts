import type { FunctionRule } from './function-rule.ts'
import { asCondition, asNumber, sure, type Term } from '../xpath/terms.ts'
import type { Expression } from '../xpath/tree.ts'
import type { Translation } from '../xpath/translation.ts'

/** Number functions that are one JsonLogic operation, and functions that count true conditions. */

const of = (
  least: number,
  most: number,
  toTerm: (...all: readonly Term[]) => Term,
): FunctionRule => ({
  takes: [least, most],
  toTerm: (given: readonly Expression[], { term }: Translation) => toTerm(...given.map(term)),
})

const oneNumber = (name: string): FunctionRule =>
  of(1, 1, first =>
    sure('number', { math: [name, ...(first === undefined ? [] : [asNumber(first)])] }),
  )

const single = [
  'sqrt',
  'exp',
  'exp10',
  'log',
  'log10',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
] as const

const between = (sum: unknown, least: Term, most: Term): Term => {
  const [low, high] = [asNumber(least), asNumber(most)]
  // -1 means no upper bound.
  return sure('boolean', {
    and: [
      { or: [{ '==': [low, -1] }, { '>=': [sum, low] }] },
      { or: [{ '==': [high, -1] }, { '<=': [sum, high] }] },
    ],
  })
}

const zero: Term = sure('number', 0)

/** `checklist(2, 3, a, b, c)`: whether 2 to 3 of the conditions are true. */
const checklist = of(3, Number.POSITIVE_INFINITY, (least = zero, most = zero, ...all) => {
  const sum = { '+': all.map(one => ({ if: [asCondition(one), 1, 0] })) }
  return between(sum, least, most)
})

/** `weighted-checklist(2, 3, a, 1, b, 2)`: the same, with a weight for each condition. */
const weighted = of(4, Number.POSITIVE_INFINITY, (least = zero, most = zero, ...pairs) => {
  const parts = pairs.flatMap((one, n) =>
    n % 2 === 0 ? [{ if: [asCondition(one), asNumber(pairs[n + 1] ?? zero), 0] }] : [],
  )
  return between({ '+': parts }, least, most)
})

/** The translations of these functions. */
export const maths: Readonly<Record<string, FunctionRule>> = {
  ...Object.fromEntries(single.map(name => [name, oneNumber(name)])),
  pi: of(0, 0, () => sure('number', Math.PI)),
  atan2: of(2, 2, (y = zero, x = zero) =>
    sure('number', { math: ['atan2', asNumber(y), asNumber(x)] }),
  ),
  random: of(0, 0, () => sure('number', { var: '$random' })),
  checklist,
  'weighted-checklist': weighted,
}
