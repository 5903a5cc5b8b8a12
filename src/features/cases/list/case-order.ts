import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import { metresBetween, type Point } from '../../../location/metres-between.ts'
import { phraseOf, phrasesOf, soughtFor } from '../../../lib/searchable.ts'
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

/** Cases with all their texts in one, because a phone searches one long text much faster than 50,000 short ones. */
export interface CaseTexts {
  readonly cases: readonly FoundCase[]
  readonly text: string
  /** Where the text of each case ends. */
  readonly ends: Uint32Array
}

/** Puts the texts of cases into one. */
export const caseTexts = (cases: readonly FoundCase[]): CaseTexts => {
  const ends = new Uint32Array(cases.length)
  let end = 0
  for (const [at, { phrases }] of cases.entries()) {
    end += phrases.length + 1
    ends[at] = end
  }
  return { cases, text: cases.map(({ phrases }) => phrases).join('\n'), ends }
}

/** The cases that have all words of a query, in the given order. */
export const foundCases = (texts: CaseTexts, query: string): readonly FoundCase[] => {
  const [first, ...others] = query
    .split(/[\s,،]+/)
    .map(phraseOf)
    .filter(Boolean)
    .map(soughtFor)
  if (first === undefined) return texts.cases
  return casesWith(texts, first).filter(({ phrases }) =>
    others.every(sought => phrases.includes(sought)),
  )
}

const casesWith = ({ cases, text, ends }: CaseTexts, sought: string): readonly FoundCase[] => {
  const found: FoundCase[] = []
  let at = 0
  for (let hit = text.indexOf(sought); hit >= 0; hit = text.indexOf(sought, ends[at])) {
    while ((ends[at] ?? 0) <= hit) at += 1
    const one = cases[at]
    if (one === undefined) break
    found.push(one)
  }
  return found
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
