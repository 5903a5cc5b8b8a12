import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { fitAnswer } from '../../../form/answers/answer-shape.ts'
import type { OccurrenceList } from '../../../form/answers/occurrences.ts'
import { linkOf, slotId } from '../../../form/definition/form-shape.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'

/*
 * Answers that were not typed: defaults of fields, calculations that are kept, and the keys of repeats within repeats.
 * They are stored with the first keystroke, because opening a form makes no draft.
 */

/** The answers of an interview that were not typed. */
export interface DerivedAnswers {
  /** Fills in the defaults of new fields, each once, and calls `filled` before the next one, which may read it. */
  readonly fill: (
    fields: readonly CompiledField[],
    defaultOf: (field: CompiledField) => Answer | null,
    filled: (field: CompiledField) => void,
  ) => void
  /** Called when a calculation has put an answer into a field. */
  readonly calculated: (field: CompiledField) => void
  /** Puts the keys into the hidden fields by which the occurrences of a repeat are in those of another. */
  readonly tie: (form: CompiledForm, ties: ReturnType<OccurrenceList['ties']>) => void
  /**
   * Called when the surveyor answers a field; from then on its answer is not one of these. An edit stores it with the key
   * of its outer occurrence, because another device may remove that one meanwhile.
   */
  readonly typed: (field: CompiledField, form: CompiledForm) => void
  /** Stores those of the answers that are not stored yet. */
  readonly keep: () => void
  /** Begins a draft, and stores them in it, whatever it begins with: an answer, a photo or a reason. */
  readonly keepAfter: <Draft>(begin: () => Promise<Draft>) => Promise<Draft>
}

/** What these answers are read from and written to. */
interface UntypedParts {
  /** Whether a slot may get a default: not if it was answered before, and not in an edit. */
  readonly mayBegin: (slotId: string) => boolean
  /** Whether the first value of a calculated field stays. */
  readonly isFixed: (field: CompiledField) => boolean
  readonly get: (field: CompiledField) => Answer
  readonly set: (field: CompiledField, answer: Answer) => void
  readonly store: (field: CompiledField) => void
}

/** Whether a calculated value is kept like an answer, because it must stay or names an unfinished interview. */
const isKept = ({ logic }: CompiledField): boolean =>
  logic?.names_interview === true ||
  (logic?.calculate !== undefined && JSON.stringify(logic.calculate).includes('"$self"'))

/** Keeps track of the answers of one interview that were not typed. */
export const createDerivedAnswers = ({
  mayBegin,
  isFixed,
  get,
  set,
  store,
}: UntypedParts): DerivedAnswers => {
  const unstored = new Map<string, CompiledField>()
  const begun = new Set<string>()
  const named = new Set<string>()
  const keep = (): void => {
    for (const field of unstored.values()) store(field)
    unstored.clear()
  }
  return {
    fill: (fields, defaultOf, filled) => {
      for (const field of fields) {
        if (begun.has(field.id) || !mayBegin(field.id)) continue
        begun.add(field.id)
        const value = defaultOf(field)
        if (value === null) continue
        set(field, fitAnswer(field, value))
        unstored.set(field.id, field)
        filled(field)
      }
    },
    calculated: field => {
      if (isFixed(field) || isKept(field)) unstored.set(field.id, field)
    },
    tie: ({ fieldById }, ties) => {
      for (const { question_id, occurrence, value } of ties) {
        const field = fieldById.get(slotId(question_id, occurrence))
        if (field === undefined || get(field) === value) continue
        set(field, value)
        unstored.set(field.id, field)
      }
    },
    typed: (field, form) => {
      unstored.delete(field.id)
      const link = linkOf(form, field)
      if (link === null || named.has(link.id)) return
      named.add(link.id)
      unstored.set(link.id, link)
    },
    keep,
    keepAfter: async begin => {
      const draft = await begin()
      keep()
      return draft
    },
  }
}
