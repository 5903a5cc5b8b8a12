import { Subject, type Observable } from 'rxjs'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import { slotId } from '../../../form/definition/form-shape.ts'

/**
 * Merges this tab's answers with those of another tab on the same draft: in each field the later answer wins, and a
 * focused field does not change.
 */
export interface AnswerMerge {
  /** The time for an answer typed now: later than every known one, even if the clock was set back. */
  readonly stampEdit: (slotId: string, nowMs: number) => number
  /** Each written answer that this tab shows from now on. */
  readonly accepted$: Observable<FormResponseDoc>
  /** Accepts an answer that was written to the device: now, when its field is left, or never. */
  readonly offer: (written: FormResponseDoc) => void
  readonly enter: (slotId: string) => void
  readonly leave: (slotId: string) => void
}

interface AnswerMergeParts {
  /** The answers that were read, with their times. */
  readonly read: readonly FormResponseDoc[]
  /** Whether this tab's own answer to the field is not on the device yet. */
  readonly isWaiting: (slotId: string) => boolean
}

/** The id of the field, or of an occurrence of it, that a stored answer belongs to. */
export const slotOf = ({
  question_id,
  occurrence,
}: Pick<FormResponseDoc, 'question_id' | 'occurrence'>): string => slotId(question_id, occurrence)

/** Makes the merge of one interview. */
export const createAnswerMerge = ({ read, isWaiting }: AnswerMergeParts): AnswerMerge => {
  const answeredAt = new Map(read.map(answer => [slotOf(answer), answer.updated_at]))
  const accepted$ = new Subject<FormResponseDoc>()
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
    accepted$.next(written)
  }

  return {
    stampEdit: (id, nowMs) => {
      const at = Math.max(nowMs, (answeredAt.get(id) ?? 0) + 1)
      answeredAt.set(id, at)
      heldBack.delete(id)
      return at
    },
    accepted$,
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
