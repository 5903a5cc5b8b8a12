import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Problem } from '../../../form/answers/rules.ts'
import type { Validity } from '../../../form/answers/validity.ts'

/**
 * Which problems the surveyor sees. A field shows none while it is typed into for the first time: its problem appears
 * when the changed field is left, or when Submit checks all fields, and disappears with its cause.
 */
export interface ShownProblems {
  /** The problem shown under each field, by field id. */
  readonly errors: KeyedStore<Problem | null>
  /** Checks fields after their answers, files or rules changed. */
  readonly judge: (fields: readonly CompiledField[]) => void
  /** Switches to another shape of the form: forgets fields that are gone, and updates the texts. */
  readonly reshape: (form: CompiledForm) => void
  /** Shows the field's problems from now on. */
  readonly reveal: (field: CompiledField) => void
  /** Shows the problems of every invalid field from now on; returns these fields in the order of the form. */
  readonly revealAll: () => readonly CompiledField[]
}

/** Makes the problems of one interview; at first none is shown. */
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
    judge: fields => {
      validity.update(fields)
      fields.forEach(show)
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
