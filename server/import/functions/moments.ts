import type { FunctionRule } from './function-rule.ts'
import { formatDay } from './days.ts'
import { asNumber, asText, literalText, sure, type Term } from '../xpath/terms.ts'
import type { Translation } from '../xpath/translation.ts'
import type { Expression } from '../xpath/tree.ts'

/** Functions of days, times and moments. A moment is a text such as `2026-11-22T10:30:00.000+05:30`. */

const termsOf = (given: readonly Expression[], { term }: Translation): readonly Term[] =>
  given.map(term)

const nothing: Term = sure('text', '')

const of = (
  least: number,
  most: number,
  toTerm: (a: Term, b: Term, translation: Translation) => Term,
): FunctionRule => ({
  takes: [least, most],
  toTerm: (given, translation) => {
    const [first = nothing, second = nothing] = termsOf(given, translation)
    return toTerm(first, second, translation)
  },
})

/** A number of days or a text, as an operation expects it. */
const plain = (term: Term) => (term.is === 'number' ? asNumber(term) : asText(term))

/** Converts a text or number to a day. A literal must be a valid day. */
const toDay = (term: Term): Term => {
  const literal = literalText(term)
  if (literal !== null) return sure('date', literal.slice(0, 10))
  if (term.is === 'date') return term
  return sure('date', { to_day: [plain(term)] })
}

const toMoment = (term: Term): Term => sure('text', { to_moment: [plain(term)] })

/** Translates a format that needs only the day into a composition of its parts. The device formats all others. */
const formatted = (moment: Term, format: Term, { simplify }: Translation): Term => {
  for (const part of (literalText(format) ?? '').match(/%[^YymnbBdeHhMS3a%]/gu) ?? []) {
    simplify(`"${part}" in the format of a date is shown as it is`)
  }
  const isDayOnly = /^([^%]|%[Ymdyne])*$/.test(literalText(format) ?? '%H')
  return isDayOnly
    ? sure('text', formatDay(asText(toDay(moment)), format))
    : sure('text', { format_date: [plain(moment), asText(format)] })
}

/** The translations of these functions. */
export const moments: Readonly<Record<string, FunctionRule>> = {
  today: of(0, 0, () => sure('date', { var: '$today' })),
  now: of(0, 0, () => sure('text', { var: '$now' })),
  date: of(1, 1, toDay),
  'date-time': of(1, 1, toMoment),
  'decimal-date-time': of(1, 1, first =>
    sure('number', {
      to_number: [first.is === 'date' ? first.rule : { to_moment: [plain(first)] }],
    }),
  ),
  'decimal-time': of(1, 1, first => sure('number', { decimal_time: [asText(first)] })),
  'format-date': of(2, 2, formatted),
  'format-date-time': of(2, 2, formatted),
  'difference-in-months': of(2, 2, (first, second) =>
    sure('number', { months_between: [asText(toDay(first)), asText(toDay(second))] }),
  ),
}
