import { startOfTempId } from '../ids.ts'

/** A position that is found this long after the first answer need not be where the interview was begun. */
const soonMs = 60 * 60_000

/** The seconds from the first answer of an interview to its position; 0 where they are few, or not known. */
export const secondsToPosition = (interviewId: string, foundAtMs = Number.NaN): number => {
  const ms = foundAtMs - startOfTempId(interviewId)
  return ms > soonMs ? Math.round(ms / 1000) : 0
}

/** The field of a document that says it; none where the position was found soon. */
export const locatedAfter = ({
  located_after = 0,
}: {
  readonly located_after?: number | undefined
}): { readonly located_after?: number } => (located_after > 0 ? { located_after } : {})
