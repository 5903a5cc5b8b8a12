import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Problem } from '../../../form/answers/rules.ts'
import type { Validity } from '../../../form/answers/validity.ts'

/**
 * Which problems the surveyor sees. Not while a field is typed into for the first time: a problem shows
 * once the changed field is left, or once Submit has asked for everything, and then goes with its cause.
 */
export interface ShownProblems {
  /** What stands under each field, by field id. */
  readonly errors: KeyedStore<Problem | null>
  /** Judges a field after its answer or files changed. */
  readonly judge: (field: CompiledField) => void
  /** Takes over another shape of the form: what it has no more is forgotten, the words may be others. */
  readonly reshape: (form: CompiledForm) => void
  /** From now on the field's problem is shown, when there is one. */
  readonly reveal: (field: CompiledField) => void
  /** The same for every invalid field; gives them in the order of the form. */
  readonly revealAll: () => readonly CompiledField[]
}

/** Makes it for one interview; at first nothing is shown. */
export const createShownProblems = (validity: Validity): ShownProblems => {
  const errors = createKeyedStore<Problem | null>(null)
  const revealed = new Set<string>()
  const show = ({ id }: CompiledField): void =>
    errors.set(id, revealed.has(id) ? validity.problem(id) : null)
  const reveal = (field: CompiledField): void => {
    revealed.add(field.id)
    show(field)
  }
  return {
    errors,
    judge: field => {
      validity.update(field)
      show(field)
    },
    reshape: form => {
      validity.reshape(form)
      form.fields.forEach(show)
    },
    reveal,
    revealAll: () => {
      const invalid = validity.invalidFields()
      invalid.forEach(reveal)
      return invalid
    },
  }
}
