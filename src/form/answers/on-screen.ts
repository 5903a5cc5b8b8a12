import type { CompiledField } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/logic-state.ts'
import { typeOf } from '../types/types.ts'

/** Whether a field is shown now: neither hidden by the form's logic, nor a calculation without a display. */
export const isOnScreen = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  logic.isVisible(field) &&
  (field.logic?.calculate === undefined || field.logic.show_calculation === true)

/** Whether a field is asked and shown now, so that it gets a number. A note and a calculated value are not asked. */
export const isAsked = ({ logic }: { readonly logic: LogicState }, field: CompiledField): boolean =>
  field.type !== 'NOTE' && field.logic?.calculate === undefined && logic.isVisible(field)

/**
 * Whether an answer may be copied to another interview: not calculated, and not of a type that belongs to a single
 * interview.
 */
export const isCopied = ({ type, logic }: CompiledField): boolean =>
  typeOf(type).isCopied && logic?.calculate === undefined
