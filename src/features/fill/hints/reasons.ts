import { repeatMarkId } from '../../../../collections/ids.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import type { ShownHint } from '../../../../collections/schemas/history-entry.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import type { AnswerSlot } from '../interview/draft-writer.ts'
import { fieldOfHint, type Hint } from './find-hints.ts'

/*
 * The surveyor's answers to hints. The draft keeps them like answers, so sealed, and like the marks of the occurrences of
 * repeats, which no reader takes for answers.
 */

/** WARNING: persisted. */
const prefix = repeatMarkId('reason:')

/** Where the reason for a hint is stored. */
export const reasonSlot = (hint: Hint): AnswerSlot => {
  const field = fieldOfHint(hint)
  const fieldId = `${prefix}${hint.kind}:${field?.fieldId ?? ''}`
  const occurrence = field?.occurrence ?? 0
  return { id: slotId(fieldId, occurrence), fieldId, occurrence }
}

/** The stored reasons by their slots. */
export type Reasons = ReadonlyMap<string, string>

/** The reasons among the stored answers of a draft. */
export const reasonsIn = (answers: readonly FormResponseDoc[]): Reasons =>
  new Map(
    answers.flatMap(({ question_id, occurrence, value }) =>
      question_id.startsWith(prefix) && typeof value === 'string'
        ? [[slotId(question_id, occurrence), value.trim()] as const]
        : [],
    ),
  )

/** A hint as it is sent with the interview. */
export const toShownHint = (hint: Hint, reasons: Reasons): ShownHint => {
  const field = fieldOfHint(hint)
  return {
    kind: hint.kind,
    field_id: field?.fieldId ?? '',
    occurrence: field?.occurrence ?? 0,
    reason: reasons.get(reasonSlot(hint).id) ?? '',
  }
}
