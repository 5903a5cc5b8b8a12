import * as v from 'valibot'
import { anyNumber, jsonObject, maybe, text } from './values.ts'
import { languagesAs, said, type Words } from './words.ts'
import { fillsAs, parseRule, type Rule, type Rules } from '../logic.ts'

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

const whole = v.pipe(
  anyNumber,
  v.minValue(0),
  v.toMaxValue(maxOccurrences),
  v.transform(Math.floor),
)

/** The `repeat` of a section from any server: an object, or true for any number of occurrences. */
export const Repeat = v.pipe(
  v.unknown(),
  v.transform(raw => (raw === true ? {} : raw)),
  jsonObject,
  v.looseObject({
    min: v.fallback(whole, 0),
    max: v.fallback(whole, maxOccurrences),
    begins: v.fallback(whole, 0),
    label: said,
    within: text,
    before: text,
  }),
  v.transform(({ min, max, begins, label, within, before, ...raw }): Repeat => {
    const count = parseRule(raw['count'])
    const visibleIf = parseRule(raw['visible_if'])
    return {
      min,
      max: Math.max(min, 1, max),
      label: label.words,
      ...languagesAs('labels', raw['labels'], label),
      ...fillsAs(raw['fills']),
      ...(begins > min && count === undefined ? { begins } : {}),
      ...(count === undefined ? {} : { count }),
      ...(visibleIf === undefined ? {} : { visible_if: visibleIf }),
      ...(within === '' ? {} : { within, before }),
    }
  }),
)

/** Parses a repeat; undefined for a section that is asked once. */
export const parseRepeat = (raw: unknown): Repeat | undefined => v.parse(maybe(Repeat), raw)
