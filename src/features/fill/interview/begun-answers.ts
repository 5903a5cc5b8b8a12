import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { fitAnswer } from '../../../form/answers/answer-shape.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'

/*
 * Answers that were not typed: defaults of fields, and calculations that are kept. They are stored with the first
 * keystroke, because opening a form makes no draft.
 */

/** What is filled in without a keystroke. */
export interface BegunAnswers {
  /** Fills in the defaults of new fields, each once; returns the fields that have one. */
  readonly fill: (fields: readonly CompiledField[]) => readonly CompiledField[]
  /** Called when a calculation has put an answer into a field. */
  readonly calculated: (field: CompiledField) => void
  /** Called when the surveyor answers a field, who decides about it from then on. */
  readonly typed: (field: CompiledField) => void
  /** Stores what is not stored yet. */
  readonly keep: () => void
}

/** What filling in needs. */
export interface BegunParts {
  /** Whether a slot may get a default: not if it was answered before, and not in an edit. */
  readonly mayBegin: (slotId: string) => boolean
  readonly defaultOf: (field: CompiledField) => Answer | null
  readonly set: (field: CompiledField, answer: Answer) => void
  readonly store: (field: CompiledField) => void
}

/** Whether a calculated value is kept like an answer, because it must stay or names an unfinished interview. */
const isKept = ({ logic }: CompiledField): boolean =>
  logic?.names_interview === true ||
  (logic?.calculate !== undefined && JSON.stringify(logic.calculate).includes('"$self"'))

/** Makes it for one interview. */
export const createBegunAnswers = ({
  mayBegin,
  defaultOf,
  set,
  store,
}: BegunParts): BegunAnswers => {
  const unkept = new Map<string, CompiledField>()
  const begun = new Set<string>()
  return {
    fill: fields =>
      fields.filter(field => {
        if (begun.has(field.id) || !mayBegin(field.id)) return false
        begun.add(field.id)
        const value = defaultOf(field)
        if (value === null) return false
        set(field, fitAnswer(field, value))
        unkept.set(field.id, field)
        return true
      }),
    calculated: field => {
      if (isKept(field)) unkept.set(field.id, field)
    },
    typed: ({ id }) => unkept.delete(id),
    keep: () => {
      for (const field of unkept.values()) store(field)
      unkept.clear()
    },
  }
}
