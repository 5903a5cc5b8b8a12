import { isJsonObject } from './envelope.ts'
import { languagesAs, wordsOf, type Words } from './form-words.ts'
import { fillsAs, parseRule, type Rule, type Rules } from './logic.ts'

/** How often a section is asked: absent for once, as the spec has it (docs/form-logic.md). */
export interface Repeat {
  /** So many are there from the beginning, and cannot be removed. */
  readonly min: number
  readonly max: number
  /** So many are there when an interview begins, and may be removed; absent for none beyond `min`. */
  readonly begins?: number
  /** What one of them is called; '' means as the section. */
  readonly label: string
  readonly labels?: Words
  /** What the label is filled in with, by the key that stands in it. */
  readonly fills?: Rules
  /** How many there are, worked out anew with every answer; the surveyor neither adds nor removes any. */
  readonly count?: Rule
  /** The section is asked only while this holds; it reads what is outside of it. */
  readonly visible_if?: Rule
}

/** More occurrences than this are no interview any more. */
export const maxOccurrences = 200

const wholeOf = (value: unknown, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0
    ? Math.min(maxOccurrences, Math.floor(number))
    : otherwise
}

/** The `repeat` of a section of any server; undefined for a section that is asked once. */
export const parseRepeat = (raw: unknown): Repeat | undefined => {
  if (raw === true) return { min: 0, max: maxOccurrences, label: '' }
  if (!isJsonObject(raw)) return undefined
  const min = wholeOf(raw['min'], 0)
  const visibleIf = parseRule(raw['visible_if'])
  const count = parseRule(raw['count'])
  const begins = wholeOf(raw['begins'], 0)
  return {
    min,
    max: Math.max(min, 1, wholeOf(raw['max'], maxOccurrences)),
    label: wordsOf(raw['label']),
    ...languagesAs('labels', raw['labels'], raw['label']),
    ...fillsAs(raw['fills']),
    ...(begins > min && count === undefined ? { begins } : {}),
    ...(count === undefined ? {} : { count }),
    ...(visibleIf === undefined ? {} : { visible_if: visibleIf }),
  }
}
