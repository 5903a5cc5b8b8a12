import { answerKey, fieldOfAnswerKey } from '../../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'

/** Something that the surveyor may want to check before submitting; never a reason to refuse. */
export type Hint =
  | { readonly kind: 'copy'; readonly of: Earlier }
  | {
      readonly kind: 'number'
      readonly field: CompiledField
      readonly value: number
      /** How many earlier numbers there are. They lie between `least` and `most`. */
      readonly count: number
      readonly least: number
      readonly most: number
    }

/** An earlier interview of the form. */
export type Earlier = Pick<
  SubmissionDoc,
  'id' | 'created_at' | 'answers' | 'form_id' | 'definition_hash'
>

/** An answer of the open interview. */
export interface Given {
  readonly field: CompiledField
  readonly answer: Answer
  /** Whether the interview began with it, because then an equal answer is no sign of a copy. */
  readonly isHeld: boolean
}

/** The fewest answers to compare, because fewer are often equal by chance. */
const fewestCompared = 5
/** An interview with at least this share of equal answers is nearly a copy. */
const nearlyAll = 0.9
/** The fewest earlier numbers that show what is usual. */
const fewestNumbers = 10
/** A number is unusual if it is outside the usual range by more than this many times its spread. */
const farOut = 3

/**
 * The hints from a comparison of an interview with earlier ones of its form. Only those of today count as possible
 * originals of a copy.
 */
export const findHints = (
  given: readonly Given[],
  earlier: readonly Earlier[],
  isToday: (interview: Earlier) => boolean,
): readonly Hint[] => {
  const copied = earlier.find(interview => isToday(interview) && isNearCopy(given, interview))
  return [
    ...(copied === undefined ? [] : [{ kind: 'copy', of: copied } as const]),
    ...given.flatMap(one => numberHint(one, earlier)),
  ]
}

const textOf = (answer: Answer | undefined): string => [answer ?? ''].flat().join('\n').trim()

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
    .toSorted((one, other) => one - other)
  const count = numbers.length
  if (count < fewestNumbers) return []
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
