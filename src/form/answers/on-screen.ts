import type { CompiledField } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/follow-logic.ts'

/** Whether a field is shown now: not what the form's logic hides, nor what is worked out without being asked for. */
export const isOnScreen = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  logic.isVisible(field) &&
  (field.logic?.calculate === undefined || field.logic.show_calculation === true)

/** Whether a field is asked and shown now, and so counts among the numbered; what is worked out is only read. */
export const isNumbered = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  field.type !== 'NOTE' && field.logic?.calculate === undefined && logic.isVisible(field)
