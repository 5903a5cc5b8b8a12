import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { makeFields } from './fields.ts'

/**
 * A survey as long and as conditional as the WHO's verbal autopsy: 457 of 470 questions depend on an earlier
 * answer. Two texts in the middle are adjacent: nothing reads the first, the second shows and hides questions with
 * every key.
 */

/** The number of questions at the start that are always asked. */
const always = 11

/** The text that no rule reads. */
export const plainAt = (count: number): number => Math.floor(count / 24) * 12
/** The text that shows and hides questions with every key. */
export const deciderAt = (count: number): number => plainAt(count) + 1

/** How many questions the decider's answer shows or hides per key. Two more read it and do not change. */
export const shownAtOnce = 2

const isEven = (id: string) => ({ '==': [{ '%': [{ length: [{ var: id }] }, 2] }, 0] })

const conditionOf = (order: number, count: number): unknown => {
  const decider = deciderAt(count)
  const step = order - decider
  // Right below the field that is typed into, so that the changes are on screen.
  if (step >= 1 && step <= shownAtOnce) return isEven(`q${decider}`)
  if (step > shownAtOnce && step <= shownAtOnce + 2) {
    return { or: [{ '!=': [{ var: `q${decider}` }, 'never'] }, { var: `q${order % always}` }] }
  }
  // The others depend on a few early answers, and on one another.
  const read = order % 3 === 0 ? `q${order % always}` : `q${order - always}`
  return { or: [{ '!=': [{ var: read }, 'no'] }, { '==': [{ var: `q${order % always}` }, 'yes'] }] }
}

/** The stored fields of a survey with `count` questions. */
export const makeLogicFields = (count: number): readonly FormQuestionDoc[] =>
  makeFields(count).map((field, order) => {
    const isText = order === plainAt(count) || order === deciderAt(count)
    const own = isText ? { ...field, type: 'TEXT', options: '[]', is_required: false } : field
    if (order < always || isText) return own
    return { ...own, logic: JSON.stringify({ visible_if: conditionOf(order, count) }) }
  })
