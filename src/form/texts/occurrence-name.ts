import type { Answer } from '../../../collections/schemas/submissions.ts'
import { isAsked } from '../answers/on-screen.ts'
import type { CompiledField, CompiledSection } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/logic-state.ts'
import { isMasked } from '../types/field-type.ts'

/** A longer answer would not make a good title. */
const longestName = 40

/** The first words answered in an occurrence, to recognize it; '' while there are none. */
export const occurrenceName = (
  { fields }: CompiledSection,
  logic: LogicState,
  answerOf: (field: CompiledField) => Answer,
): string => {
  const named = fields.find(
    field => field.type === 'TEXT' && !isMasked(field) && isAsked({ logic }, field),
  )
  const answer = named === undefined ? '' : answerOf(named)
  const words = typeof answer === 'string' ? answer.trim() : ''
  return words.length > longestName ? `${words.slice(0, longestName)}…` : words
}
