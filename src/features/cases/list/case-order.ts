import type { CaseEntry } from '../../../cases/case-entry.ts'
import { metresBetween, type Point } from '../../../location/metres-between.ts'
import { phraseFinder, phraseOf, phrasesOf } from '../../../lib/searchable.ts'
import type { ListWords } from '../../../cases/property-words.ts'

/** How a list of cases is ordered. */
export const caseOrders = ['due', 'near', 'name'] as const
/** By the day of the next visit, the distance, or the name. */
export type CaseOrder = (typeof caseOrders)[number]

/** A case with the texts by which it is found; they begin with its name, so they order a list by name. */
export interface FoundCase {
  readonly entry: CaseEntry
  readonly phrases: string
}

/** What a search looks through: the name, what is known, and its words. */
export const phrasesOfCase = (entry: CaseEntry, words: ListWords): string => {
  const values = Object.entries(entry.values).flatMap(([property, value]) => {
    const text = words.of(property).textOf(value)
    return text === value ? [value] : [text, value]
  })
  return phrasesOf([entry.label, ...values])
}

/** The cases that have all words of a query, in the given order. */
export const foundCases = (cases: readonly FoundCase[], query: string): readonly FoundCase[] => {
  const terms = query
    .split(/[\s,،]+/)
    .map(phraseOf)
    .filter(Boolean)
  // One after the other, because the first leaves few.
  return terms
    .map(phraseFinder)
    .reduce((left, isIn) => left.filter(({ phrases }) => isIn(phrases)), cases)
}

/** The cases in order; what the order says nothing of comes last, by name. Without a position, `near` is by name. */
export const orderedCases = (
  cases: readonly FoundCase[],
  order: CaseOrder,
  here: Point | null,
): readonly FoundCase[] => {
  switch (order) {
    case 'due':
      return sorted(cases, ({ entry: { due } }) => (due === '' ? last : due))
    case 'near':
      return sorted(cases, ({ entry: { point } }) =>
        here === null || point === null ? Number.POSITIVE_INFINITY : metresBetween(here, point),
      )
    case 'name':
      return sorted(cases, () => 0)
  }
}

/** After every day. */
const last = '~'

/** The keys are made once for each case, because comparing is much more frequent. */
const sorted = (
  cases: readonly FoundCase[],
  keyOf: (found: FoundCase) => string | number,
): readonly FoundCase[] =>
  cases
    .map(found => ({ found, key: keyOf(found) }))
    .sort((one, other) =>
      one.key === other.key ? byName(one.found, other.found) : one.key < other.key ? -1 : 1,
    )
    .map(({ found }) => found)

const byName = (one: FoundCase, other: FoundCase): number =>
  one.phrases < other.phrases ? -1 : one.phrases > other.phrases ? 1 : 0
