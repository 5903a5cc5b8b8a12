import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from './interview.ts'

/** Whether a field is shown now: not what the form's logic hides, nor what is worked out without being asked for. */
export const isOnScreen = ({ logic }: Pick<Interview, 'logic'>, field: CompiledField): boolean =>
  logic.isVisible(field) &&
  (field.logic?.calculate === undefined || field.logic.show_calculation === true)
