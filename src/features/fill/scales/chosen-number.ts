import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { numberOrText } from '../../../form/types/numbers.ts'

/** The number of an answer, which may have a comma if it was typed in an earlier version of the form; null for none. */
export const chosenNumber = (answer: Answer): number | null => {
  if (typeof answer !== 'string' || answer.trim() === '') return null
  const number = numberOrText(answer)
  return typeof number === 'number' ? number : null
}
