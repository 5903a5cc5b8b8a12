import type { FormResponseDoc } from '../../../collections/form-responses.ts'

/**
 * Decides between this tab's answers and those of another tab on the same draft: by field, the later wins,
 * and nothing changes under the surveyor's hands.
 */
export interface AnswerMerge {
  /** The time to give an answer typed now: later than any known one, even if the clock was set back. */
  readonly stampEdit: (fieldId: string, nowMs: number) => number
  /** Hears of a written answer; it is applied now, when its field is left, or never. */
  readonly offer: (written: FormResponseDoc) => void
  readonly enter: (fieldId: string) => void
  readonly leave: (fieldId: string) => void
}

/** What the merge works with. */
export interface AnswerMergeParts {
  /** When the answers that were read were given. */
  readonly read: readonly FormResponseDoc[]
  /** Whether this tab's own answer to the field is still on its way to the device. */
  readonly isWaiting: (fieldId: string) => boolean
  readonly apply: (written: FormResponseDoc) => void
}

/** Makes the merge of one interview. */
export const createAnswerMerge = ({ read, isWaiting, apply }: AnswerMergeParts): AnswerMerge => {
  const answeredAt = new Map(read.map(answer => [answer.question_id, answer.updated_at]))
  const heldBack = new Map<string, FormResponseDoc>()
  let enteredId = ''

  const offer = (written: FormResponseDoc): void => {
    const { question_id: id, updated_at } = written
    if (isWaiting(id) || updated_at <= (answeredAt.get(id) ?? 0)) return
    if (id === enteredId) {
      heldBack.set(id, written)
      return
    }
    answeredAt.set(id, updated_at)
    apply(written)
  }

  return {
    stampEdit: (fieldId, nowMs) => {
      const at = Math.max(nowMs, (answeredAt.get(fieldId) ?? 0) + 1)
      answeredAt.set(fieldId, at)
      heldBack.delete(fieldId)
      return at
    },
    offer,
    enter: fieldId => {
      enteredId = fieldId
    },
    leave: fieldId => {
      if (enteredId === fieldId) enteredId = ''
      const written = heldBack.get(fieldId)
      heldBack.delete(fieldId)
      if (written !== undefined) offer(written)
    },
  }
}
