import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { makeFields } from './fields.ts'

/**
 * A survey whose last ten questions are asked for each member of a large group, and a third of whose others depend on
 * an earlier answer. In the middle there are a text, and a choice that shows and hides two questions.
 */

/** The questions of one occurrence. */
export const repeated = 10

/** The text in the middle: at the start of a section, and of the same types at every size. */
export const largeTextAt = (count: number): number => Math.floor(count / 120) * 60
/** The choice that shows and hides the two questions below it. */
export const largeChoiceAt = (count: number): number => largeTextAt(count) + 2

const conditionOf = (order: number, count: number): unknown => {
  const choice = largeChoiceAt(count)
  if (order === choice + 1 || order === choice + 2) return { '==': [{ var: `q${choice}` }, 'o0'] }
  if (order === choice || order === largeTextAt(count)) return undefined
  // Within the repeat this reads the answer of the same occurrence.
  const read = order >= count - repeated ? count - repeated : order - repeated
  return order % 3 === 0 && read >= 0 && read !== order
    ? { '!=': [{ var: `q${read}` }, 'no'] }
    : undefined
}

/** The stored fields of a survey with `count` questions, a multiple of ten, and so many occurrences of its repeat. */
export const makeLargeFields = (count: number, occurrences: number): readonly FormQuestionDoc[] =>
  makeFields(count).map((field, order) => {
    const visibleIf = conditionOf(order, count)
    const isRepeated = order >= count - repeated
    return {
      ...field,
      logic: JSON.stringify({
        ...(visibleIf === undefined ? {} : { visible_if: visibleIf }),
        ...(isRepeated ? { section_repeat: { min: occurrences, label: 'Member' } } : {}),
      }),
    }
  })
