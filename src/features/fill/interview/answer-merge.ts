import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import { slotId } from '../../../form/definition/form-shape.ts'

/**
 * Decides between this tab's answers and those of another tab on the same draft: by field, the later wins,
 * and nothing changes under the surveyor's hands.
 */
export interface AnswerMerge {
  /** The time to give an answer typed now: later than any known one, even if the clock was set back. */
  readonly stampEdit: (slotId: string, nowMs: number) => number
  /** Hears of a written answer; it is applied now, when its field is left, or never. */
  readonly offer: (written: FormResponseDoc) => void
  readonly enter: (slotId: string) => void
  readonly leave: (slotId: string) => void
}

/** What the merge works with. */
export interface AnswerMergeParts {
  /** When the answers that were read were given. */
  readonly read: readonly FormResponseDoc[]
  /** Whether this tab's own answer to the field is still on its way to the device. */
  readonly isWaiting: (slotId: string) => boolean
  readonly apply: (written: FormResponseDoc) => void
}

/** Which field, and which occurrence of it, a stored answer is of. */
export const slotOf = ({
  question_id,
  occurrence,
}: Pick<FormResponseDoc, 'question_id' | 'occurrence'>): string => slotId(question_id, occurrence)

/** Makes the merge of one interview. */
export const createAnswerMerge = ({ read, isWaiting, apply }: AnswerMergeParts): AnswerMerge => {
  const answeredAt = new Map(read.map(answer => [slotOf(answer), answer.updated_at]))
  const heldBack = new Map<string, FormResponseDoc>()
  let enteredId = ''

  const offer = (written: FormResponseDoc): void => {
    const { updated_at } = written
    const id = slotOf(written)
    if (isWaiting(id) || updated_at <= (answeredAt.get(id) ?? 0)) return
    if (id === enteredId) {
      heldBack.set(id, written)
      return
    }
    answeredAt.set(id, updated_at)
    apply(written)
  }

  return {
    stampEdit: (id, nowMs) => {
      const at = Math.max(nowMs, (answeredAt.get(id) ?? 0) + 1)
      answeredAt.set(id, at)
      heldBack.delete(id)
      return at
    },
    offer,
    enter: id => {
      enteredId = id
    },
    leave: id => {
      if (enteredId === id) enteredId = ''
      const written = heldBack.get(id)
      heldBack.delete(id)
      if (written !== undefined) offer(written)
    },
  }
}
