import { fieldOfAnswerKey, startOfTempId } from '../../../../collections/ids.ts'
import { fewestEarlier, type Earlier } from './given.ts'

/** The work on the open interview so far. */
export interface Work {
  /** From the first keystroke until now, in ms, with pauses; NaN where that is unknown. */
  readonly spentMs: number
  /** How many answers were given by hand, so without held, copied and calculated ones. */
  readonly typed: number
  /** The ids of the fields that are answered by hand. */
  readonly fieldIds: ReadonlySet<string>
}

/** An interview that was filled in far faster than usual; both in seconds for each answer. */
export interface FastHint {
  readonly kind: 'fast'
  readonly seconds: number
  readonly usual: number
  /** How many earlier interviews there are. */
  readonly count: number
}

/** The fewest answers that say something about the pace. */
const fewestTyped = 5
/** Below this share of the usual time; survey research takes a third of the median for the mark of a speeder. */
const farFaster = 1 / 3

/**
 * The hint that an interview took far less time than usual, as a list of at most one. Compares the time for each answer,
 * because an interview that ends early is short and not hasty, with the median of at least ten earlier interviews that
 * were made on this device.
 *
 * What is not known counts in the surveyor's favour. A pause only makes this interview slower, and the median ignores
 * earlier ones that lay for hours as long as they are fewer than half. Held and copied answers count for earlier
 * interviews, whose share of them is unknown, which makes the usual time shorter; for this one they do not count.
 */
export const fastHint = (
  { spentMs, typed, fieldIds }: Work,
  earlier: readonly Earlier[],
): readonly FastHint[] => {
  const paces = earlier.flatMap(one => paceOf(one, fieldIds)).sort((one, other) => one - other)
  const usual = (paces[Math.floor((paces.length - 1) / 2)] ?? 0) / 1000
  const seconds = spentMs / typed / 1000
  const isKnown = spentMs > 0 && typed >= fewestTyped && paces.length >= fewestEarlier
  return isKnown && seconds < farFaster * usual
    ? [{ kind: 'fast', seconds, usual, count: paces.length }]
    : []
}

/** The ms for each answer; none for an interview of another device, and where the clock was set back. */
const paceOf = ({ id, submittedAt, answers }: Earlier, fieldIds: ReadonlySet<string>): number[] => {
  const spentMs = Date.parse(submittedAt) - startOfTempId(id)
  const count = Object.keys(answers).filter(key =>
    fieldIds.has(fieldOfAnswerKey(key).fieldId),
  ).length
  return spentMs > 0 && count > 0 ? [spentMs / count] : []
}
