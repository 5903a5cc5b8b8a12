import { dueProperty } from '../../../../collections/cases/operation.ts'
import { inSlices } from '../../../../collections/one-database/slices.ts'
import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import { isPosition } from '../../../form/types/positions.ts'
import { phraseOf } from '../../../lib/searchable.ts'

/** What is compared of a case: of the one that is registered, and of those that are known. */
export type Compared = Pick<CaseEntry, 'id' | 'label' | 'values'>

/** The known cases by the first letters of their names. */
export interface KnownNames {
  readonly byLetter: ReadonlyMap<string, readonly KnownName[]>
}

interface KnownName {
  readonly name: string
  /** The letters in it, as lettersIn makes them. */
  readonly letters: number
  readonly entry: Compared
}

/** A name as it is compared: without case, accents and signs. The words in an order of their own, because people swap them. */
const spellings = (label: string): readonly string[] => {
  const name = phraseOf(label)
  const inOrder = name.split(' ').sort().join(' ')
  return name === inOrder ? [name] : [name, inOrder]
}

/** Prepares cases to be compared with, in slices. */
export const knownNames = async (entries: readonly Compared[]): Promise<KnownNames> => {
  const byLetter = new Map<string, KnownName[]>()
  await inSlices(entries, slice => {
    for (const entry of slice) {
      for (const name of spellings(entry.label)) {
        const letter = name.charAt(0)
        if (letter === '') continue
        const names = byLetter.get(letter)
        const known = { name, letters: lettersIn(name), entry }
        if (names === undefined) byLetter.set(letter, [known])
        else names.push(known)
      }
    }
    return Promise.resolve([])
  })
  return { byLetter }
}

/** A bit for each letter of a name; a few letters share one. */
const lettersIn = (name: string): number => {
  let letters = 0
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) % 31)
  return letters
}

/** Whether names with these letters can be this close: each letter that differs changes two bits at most. */
const canBeClose = (one: number, other: number, most: number): boolean => {
  let differing = one ^ other
  for (let count = 0; count <= 2 * most; count += 1) {
    if (differing === 0) return true
    differing &= differing - 1
  }
  return false
}

/** How many letters may differ in a name of this length. A short name with another letter is another name. */
const mayDiffer = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2)

/**
 * The known case that is most likely the one that is registered: their names differ by a few letters, and most of what is
 * known of both agrees; where nothing is known of both, the names must be the same. null for none. The time is bounded,
 * because only names with the same first letter and about the same length are compared.
 */
export const likeCase = (given: Compared, { byLetter }: KnownNames): Compared | null => {
  let best: Compared | null = null
  let least = Number.POSITIVE_INFINITY
  for (const name of spellings(given.label)) {
    const most = mayDiffer(name.length)
    const letters = lettersIn(name)
    for (const known of byLetter.get(name.charAt(0)) ?? []) {
      if (Math.abs(known.name.length - name.length) > most) continue
      if (known.entry.id === given.id || !canBeClose(letters, known.letters, most)) continue
      const apart = lettersApart(name, known.name, most)
      if (apart > most || apart >= least || !doAgree(given, known.entry, apart)) continue
      least = apart
      best = known.entry
    }
  }
  return best
}

/**
 * How many letters one name must add, drop, replace or swap with its neighbour to become the other; more than `most` when it
 * is more than that.
 */
export const lettersApart = (one: string, other: string, most: number): number => {
  if (one === other) return 0
  let before: readonly number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    let least = at
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const apart = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
      next.push(apart)
      least = Math.min(least, apart)
    }
    if (least > most) return most + 1
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

/** Whether at least half of what is known of both agrees. The properties that hold the name say nothing more. */
const doAgree = (given: Compared, known: Compared, apart: number): boolean => {
  let compared = 0
  let agreeing = 0
  for (const [property, one] of Object.entries(given.values)) {
    const other = known.values[property] ?? ''
    if (other === '' || one === '' || property === dueProperty || isPosition(one)) continue
    if (one === given.label || other === known.label) continue
    compared += 1
    if (doSay(one, other)) agreeing += 1
  }
  return compared === 0 ? apart === 0 : 2 * agreeing >= compared
}

const isSmallNumber = (text: string): boolean => /^\d{1,3}$/.test(text.trim())
/** Ages are guessed. */
const yearsApart = 2

const doSay = (one: string, other: string): boolean =>
  isSmallNumber(one) && isSmallNumber(other)
    ? Math.abs(Number(one) - Number(other)) <= yearsApart
    : phraseOf(one) === phraseOf(other)
