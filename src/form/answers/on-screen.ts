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

/** Whether a field is shown now and has an answer that the surveyor may have given: no note, and not calculated. */
export const isGiven = ({ logic }: { readonly logic: LogicState }, field: CompiledField): boolean =>
  field.type !== 'NOTE' && field.logic?.calculate === undefined && logic.isVisible(field)

/** Whether a field can be answered now, so that it gets a number and is checked. */
export const isAsked = (of: { readonly logic: LogicState }, field: CompiledField): boolean =>
  isGiven(of, field) && !of.logic.isReadOnly(field)

/**
 * Whether an answer may be copied to another interview: not calculated, and not of a type that belongs to a single
 * interview.
 */
export const isCopied = ({ type, logic }: CompiledField): boolean =>
  typeOf(type).isCopied && logic?.calculate === undefined
