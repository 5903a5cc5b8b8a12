import type { CompiledField } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/follow-logic.ts'

/** Whether a field is shown now: neither hidden by the form's logic, nor a calculation without a display. */
export const isOnScreen = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  logic.isVisible(field) &&
  (field.logic?.calculate === undefined || field.logic.show_calculation === true)

/** Whether a field is asked and shown now, and so gets a number; a calculated value is only read. */
export const isNumbered = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  field.type !== 'NOTE' && field.logic?.calculate === undefined && logic.isVisible(field)
