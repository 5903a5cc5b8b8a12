import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Problem } from '../../../form/answers/rules.ts'
import type { Validity } from '../../../form/answers/validity.ts'

/**
 * Which problems the surveyor sees. None while a field is typed into for the first time: a problem shows once the
 * changed field is left, or once Submit has checked all fields, and goes with its cause.
 */
export interface ShownProblems {
  /** The problem shown under each field, by field id. */
  readonly errors: KeyedStore<Problem | null>
  /** Checks a field after its answer or files changed. */
  readonly judge: (field: CompiledField) => void
  /** Takes over another shape of the form: forgets fields that are gone, and updates the words. */
  readonly reshape: (form: CompiledForm) => void
  /** Shows the field's problems from now on. */
  readonly reveal: (field: CompiledField) => void
  /** The same for every invalid field; returns them in the order of the form. */
  readonly revealAll: () => readonly CompiledField[]
}

/** Makes it for one interview; at first no problem is shown. */
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
