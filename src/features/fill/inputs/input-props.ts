import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { FieldText } from '../../../ui/inputs/field.tsx'

/** What every input of the form takes. */
export interface InputProps {
  readonly field: CompiledField
  /** The id of the input itself, or of its group. */
  readonly id: string
  readonly words: FieldText
}
