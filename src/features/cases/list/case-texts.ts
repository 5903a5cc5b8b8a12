import { inSlices, pause } from '../../../../collections/one-database/slices.ts'
import type { ListWords } from '../../../cases/property-words.ts'
import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import { phraseOf, phrasesOf, soughtFor } from '../../../lib/searchable.ts'

/** A case with the texts by which it is found; they begin with its name, so they order a list by name. */
export interface FoundCase {
  readonly entry: CaseEntry
  readonly phrases: string
}

/**
 * The cases of a list by name, with all their texts in one, because a phone searches one long text much faster than 50,000
 * short ones.
 */
export interface CaseTexts {
  readonly cases: readonly FoundCase[]
  readonly text: string
  /** Where the text of each case ends. */
  readonly ends: Uint32Array
}

/**
 * A function that makes the texts of the cases of a list, in slices, again and again as they change: what stays is not made
 * again.
 */
export const createTexts = (
  words: ListWords,
): ((entries: readonly CaseEntry[]) => Promise<CaseTexts>) => {
  let last: readonly FoundCase[] = []
  return async entries => {
    const missing = new Set(entries)
    const kept = last.filter(({ entry }) => missing.delete(entry))
    const others = await inSlices([...missing], slice =>
      Promise.resolve(slice.map(entry => ({ entry, phrases: phrasesOfCase(entry, words) }))),
    )
    last = await byName(kept, others)
    await pause()
    return inOneText(last)
  }
}

/** What a search looks through: the name, what is known, and its words. */
const phrasesOfCase = (entry: CaseEntry, words: ListWords): string => {
  const values = Object.entries(entry.values).flatMap(([property, value]) => {
    const text = words.of(property).textOf(value)
    return text === value ? [value] : [text, value]
  })
  return phrasesOf([entry.label, ...values])
}

/** How many cases are sorted without a pause. */
const sortedAtOnce = 1000

/** Cases by name, some of which are in that order already. */
const byName = async (
  inOrder: readonly FoundCase[],
  others: readonly FoundCase[],
): Promise<readonly FoundCase[]> => {
  let runs = [inOrder]
  for (let at = 0; at < others.length; at += sortedAtOnce) {
    await pause()
    runs.push(others.slice(at, at + sortedAtOnce).sort(compared))
  }
  while (runs.length > 1) {
    const longer: (readonly FoundCase[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      await pause()
      longer.push(merged(runs[at] ?? [], runs[at + 1] ?? []))
    }
    runs = longer
  }
  return runs[0] ?? []
}

const compared = (one: FoundCase, other: FoundCase): number =>
  one.phrases < other.phrases ? -1 : one.phrases > other.phrases ? 1 : 0

const merged = (some: readonly FoundCase[], others: readonly FoundCase[]): readonly FoundCase[] => {
  if (others.length === 0) return some
  const all: FoundCase[] = []
  let at = 0
  for (const one of some) {
    for (let next = others[at]; next !== undefined && next.phrases < one.phrases;) {
      all.push(next)
      at += 1
      next = others[at]
    }
    all.push(one)
  }
  return at < others.length ? all.concat(others.slice(at)) : all
}

const inOneText = (cases: readonly FoundCase[]): CaseTexts => {
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
