import { isJsonObject } from './envelope.ts'
import { languagesAs, textOf, wordsOf, type Words } from './form-words.ts'
import { fillsAs, parseRule, type Rule, type Rules } from './logic.ts'

/** How often a section is asked; absent in a section that is asked once, as in the spec (docs/form-logic.md). */
export interface Repeat {
  /** The number of occurrences at the start; these cannot be removed. */
  readonly min: number
  readonly max: number
  /** The number of occurrences when an interview begins, which may be removed; absent for none beyond `min`. */
  readonly begins?: number
  /** The name of an occurrence; '' means the section's name. */
  readonly label: string
  readonly labels?: Words
  /** The fills of the label, by key. */
  readonly fills?: Rules
  /** The number of occurrences, calculated after every answer; the surveyor cannot add or remove any. */
  readonly count?: Rule
  /** The section is asked only while this is true. It reads answers outside of the section. */
  readonly visible_if?: Rule
  /** The id of the repeat that this one is within; absent for one that is within none (docs/form-logic.md). */
  readonly within?: string
  /** The field of the outer repeat before which it is asked; '' for after all of them. */
  readonly before?: string
}

/** The hidden fields that tie a repeat to those within it: an occurrence's own key, and its link: that of the outer one. */
export const tieFieldId = (sectionId: string, tie: 'key' | 'within'): string =>
  `${sectionId}:${tie}`

/** More than any real interview has. */
export const maxOccurrences = 200

const wholeOf = (value: unknown, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0
    ? Math.min(maxOccurrences, Math.floor(number))
    : otherwise
}

/** The `repeat` of a section from any server; undefined for a section that is asked once. */
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
    ...(textOf(raw['within']) === ''
      ? {}
      : { within: textOf(raw['within']), before: textOf(raw['before']) }),
  }
}
