import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { CompiledField, CompiledSection } from '../../../form/definition/compiled-form.ts'
import type { Fix } from '../../../location/locate.ts'
import type { CaseHint } from './case-hints.ts'
import { farHints, type FarHint } from './far-hints.ts'
import { fastHint, type FastHint, type Work } from './fast-hint.ts'
import { fewestEarlier, textOf, type Earlier, type Given } from './given.ts'
import { sameHints, type SameHint } from './same-hints.ts'

/** Something that the surveyor may want to check before submitting; never a reason to refuse. */
export type Hint =
  | { readonly kind: 'copy'; readonly of: Earlier }
  | FastHint
  | SameHint
  | FarHint
  | CaseHint
  | {
      readonly kind: 'number'
      readonly field: CompiledField
      readonly value: number
      /** How many earlier numbers there are. They lie between `least` and `most`. */
      readonly count: number
      readonly least: number
      readonly most: number
    }

/** The open interview, as hints look at it. */
export interface Look {
  /** The shown sections, in order. */
  readonly sections: readonly CompiledSection[]
  /** What was answered, without positions, in the form's order. */
  readonly given: readonly Given[]
  /** The answers of type GEOPOINT. */
  readonly positions: readonly Given[]
  readonly work: Work
  /** Where the device is; null while that is unknown. */
  readonly here: Fix | null
}

/** The fewest answers to compare, because fewer are often equal by chance. */
const fewestCompared = 5
/** An interview with at least this share of equal answers is nearly a copy. */
const nearlyAll = 0.9
/** A number is unusual if it is outside the usual range by more than this many times its spread. */
const farOut = 3

/**
 * The hints about an interview, from a comparison with earlier ones of its form, newest first. Only those of today count
 * as possible originals of a copy.
 */
export const findHints = (
  { sections, given, positions, work, here }: Look,
  earlier: readonly Earlier[],
  isToday: (interview: Earlier) => boolean,
): readonly Hint[] => {
  const copied = earlier.find(interview => isToday(interview) && isNearCopy(given, interview))
  return [
    ...(copied === undefined ? [] : [{ kind: 'copy', of: copied } as const]),
    ...fastHint(work, earlier),
    ...sameHints(sections, given, earlier),
    ...given.flatMap(one => numberHint(one, earlier)),
    ...farHints(positions, here),
  ]
}

/** The field that a hint is about; null for one about the whole interview. */
export const fieldOfHint = (hint: Hint): CompiledField | null =>
  hint.kind === 'copy' || hint.kind === 'fast' ? null : hint.field

const isNearCopy = (given: readonly Given[], { answers }: Earlier): boolean => {
  const compared = given.filter(({ isHeld }) => !isHeld)
  const equal = compared.filter(
    ({ field, answer }) =>
      textOf(answers[answerKey(field.fieldId, field.occurrence)]) === textOf(answer),
  )
  return compared.length >= fewestCompared && equal.length >= nearlyAll * compared.length
}

const asNumber = (answer: Answer | undefined): readonly number[] => {
  const text = textOf(answer)
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? [value] : []
}

const numberHint = ({ field, answer }: Given, earlier: readonly Earlier[]): readonly Hint[] => {
  const [value] = field.type === 'NUMBER' ? asNumber(answer) : []
  if (value === undefined) return []
  const numbers = earlier
    .flatMap(({ answers }) =>
      Object.entries(answers).flatMap(([key, one]) =>
        fieldOfAnswerKey(key).fieldId === field.fieldId ? asNumber(one) : [],
      ),
    )
    .sort((one, other) => one - other)
  const count = numbers.length
  if (count < fewestEarlier) return []
  const at = (share: number) => numbers[Math.floor(share * (count - 1))] ?? 0
  const [low, middle, high] = [at(0.25), at(0.5), at(0.75)]
  // At least 1, because a small difference means nothing where nearly all numbers are the same.
  const spread = Math.max(high - low, Math.abs(middle) / 4, 1)
  const isFar = value < low - farOut * spread || value > high + farOut * spread
  const [least, most] = [at(0), at(1)]
  return isFar && (value < least || value > most)
    ? [{ kind: 'number', field, value, count, least, most }]
    : []
}
