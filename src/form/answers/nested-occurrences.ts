/*
 * Which outer occurrence each occurrence of a repeat within a repeat is in. A hidden answer names the key of the outer
 * one. Not its number, because a server may number what it returns anew.
 */

/** Texts by the number of the occurrence that they were stored for. */
export type TextByNumber = ReadonlyMap<number, string>

/**
 * The keys of outer occurrences, by their numbers: the stored ones, otherwise the number from 1. Two tabs that add the
 * same occurrence, or a start after a crash, so find the same key. `stored` includes those of removed occurrences,
 * because no key is used twice.
 */
export const keysOfOuter = (numbers: readonly number[], stored: TextByNumber): TextByNumber => {
  const ownerByKey = new Map<string, number>()
  for (const [number, key] of [...stored].sort(([a], [b]) => a - b)) {
    if (!ownerByKey.has(key)) ownerByKey.set(key, number)
  }
  const keys = new Map<number, string>()
  for (const number of new Set([...stored.keys(), ...numbers])) {
    let key = stored.get(number) ?? ''
    for (let more = 1; key === '' || ownerByKey.get(key) !== number; more += 1) {
      key = more === 1 ? `${number + 1}` : `${number + 1}.${more}`
      if (!ownerByKey.has(key)) ownerByKey.set(key, number)
    }
    keys.set(number, key)
  }
  return keys
}

/** The highest number of an occurrence. Higher ones are errors, and would make the form endless. */
export const highestNumber = 10_000

/** The occurrences of an inner repeat. */
interface InnerOccurrences {
  readonly numbers: readonly number[]
  /** The keys that they name, by number. */
  readonly links: TextByNumber
}

/**
 * Adds the outer occurrences that only inner ones name, because another device removed them while an inner one was added
 * or changed here: with the number that such a key has by itself, otherwise the next. Inner ones that name none get a
 * first one if there is none at all.
 */
export const withNamedOuters = (
  known: TextByNumber,
  outers: readonly number[],
  inner: readonly InnerOccurrences[],
): TextByNumber => {
  const keys = new Map(known)
  const taken = new Set(known.values())
  const unnamed = (number: number) => (outers.length === 0 && !known.has(number) ? '1' : '')
  const named = inner.flatMap(({ numbers, links }) =>
    numbers.map(number => links.get(number) ?? unnamed(number)),
  )
  for (const key of named) {
    if (key === '' || taken.has(key)) continue
    taken.add(key)
    const own = Number(key) - 1
    const isFree = Number.isInteger(own) && own >= 0 && own <= highestNumber && !keys.has(own)
    keys.set(isFree ? own : 1 + Math.max(-1, ...keys.keys()), key)
  }
  return keys
}

/** What the outer occurrences of inner ones are found with. */
interface OuterOccurrences {
  /** The keys of all outer occurrences, by number; also of removed ones. */
  readonly keys: TextByNumber
  /** The keys that inner occurrences name, by number. */
  readonly links: TextByNumber
  /** The numbers of the outer occurrences that exist. */
  readonly outers: readonly number[]
  /** Whether an inner occurrence was added with its button. */
  readonly isAdded?: (number: number) => boolean
}

/**
 * Groups the numbers of inner occurrences by their outer one; those of a removed one are in no group. One that names no
 * key is in the outer occurrence with its own number, as an earlier version of the form may have asked it, and removed
 * with that one. Otherwise it stays visible in the first.
 */
export const groupByOuter = (
  numbers: readonly number[],
  found: OuterOccurrences,
): ReadonlyMap<number, readonly number[]> => {
  const numberByKey = new Map([...found.keys].map(([number, key]) => [key, number]))
  const groups = new Map<number, number[]>(found.outers.map(number => [number, []]))
  const [first] = found.outers
  /** The earlier version had no button of its own for inner occurrences. */
  const isInOwn = (number: number) =>
    groups.has(number) || (found.keys.has(number) && found.isAdded?.(number) !== true)
  for (const number of numbers) {
    const named = numberByKey.get(found.links.get(number) ?? '')
    const outer = named ?? (isInOwn(number) ? number : first)
    if (outer !== undefined) groups.get(outer)?.push(number)
  }
  return groups
}

/** What the inner occurrences of one repeat are worked out from. */
interface InnerSource extends OuterOccurrences {
  /** Every number that an inner occurrence has had, in order. */
  readonly numbers: readonly number[]
  readonly isRemoved: (number: number) => boolean
  /** How many occurrences an outer one has by a rule of the form; undefined where the surveyor decides. */
  readonly countOf: (outer: number) => number | undefined
  /** How many an outer occurrence begins with. */
  readonly beginsOf: (outer: number) => number
  readonly min: number
}

/**
 * The inner occurrences of each outer one, by its number. Those that must exist and were never stored get the next
 * numbers, so that the same numbers result until they are stored.
 */
export const innerByOuter = (source: InnerSource): ReadonlyMap<number, readonly number[]> => {
  const { numbers, isRemoved, countOf, beginsOf, min } = source
  let next = 1 + Math.max(-1, ...numbers)
  return new Map(
    [...groupByOuter(numbers, source)].map(([outer, all]) => {
      const count = countOf(outer)
      // Answers beyond the count are kept, and reappear when the count grows.
      const there =
        count === undefined ? all.filter(number => !isRemoved(number)) : all.slice(0, count)
      const wanted = Math.max((count ?? min) - there.length, beginsOf(outer) - all.length, 0)
      const missing = Math.min(wanted, Math.max(0, highestNumber + 1 - next))
      const added = Array.from({ length: missing }, (_, n) => next + n)
      next += missing
      return [outer, [...there, ...added]]
    }),
  )
}
