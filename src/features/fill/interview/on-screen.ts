import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { LogicState } from '../../../form/logic/follow-logic.ts'

/** Whether a field is shown now: not what the form's logic hides, nor what is worked out without being asked for. */
export const isOnScreen = (
  { logic }: { readonly logic: LogicState },
  field: CompiledField,
): boolean =>
  logic.isVisible(field) &&
  (field.logic?.calculate === undefined || field.logic.show_calculation === true)
