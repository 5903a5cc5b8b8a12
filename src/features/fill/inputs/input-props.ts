import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { FieldText } from '../../../ui/inputs/field.tsx'

/** The properties of every input of the form. */
export interface InputProps {
  readonly field: CompiledField
  /** The id of the input itself, or of its group. */
  readonly id: string
  readonly words: FieldText
}
