import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField, FormLogic } from '../definition/compiled-form.ts'
import { tryValue, valueToAnswer } from './field-state.ts'
import type { LogicValues } from './logic-values.ts'

/* Answers that are set when the surveyor changes another one. */

/** A field that is set, and its new answer as the rules have it at the time of the call. */
export interface SetAnswer {
  readonly field: CompiledField
  readonly answer: () => Answer
}

interface SetParts {
  readonly logic: FormLogic
  readonly values: LogicValues
  /** Visits a field in all of its occurrences. */
  readonly forInstances: (field: CompiledField, visit: (instance: CompiledField) => void) => void
}

/** Whether two fields are in the same occurrence, or one is in the occurrence around that of the other. */
const areNear = ({ outerById }: FormLogic, one: CompiledField, other: CompiledField): boolean => {
  if (one.repeatId === other.repeatId) {
    return one.occurrence === other.occurrence
  }
  if (outerById.get(one.repeatId ?? '') === other.repeatId) return one.outer === other.occurrence
  if (outerById.get(other.repeatId ?? '') === one.repeatId) return other.outer === one.occurrence
  return true
}

/** What a change of a field sets, in the form's order: near it, otherwise in every occurrence. */
export const setAnswersOf = (
  { logic, values, forInstances }: SetParts,
  changed: CompiledField,
): readonly SetAnswer[] => {
  const found: SetAnswer[] = []
  for (const { field, to } of logic.setsById.get(changed.fieldId) ?? []) {
    forInstances(field, instance => {
      if (!areNear(logic, instance, changed)) return
      const answer = () =>
        valueToAnswer(to === null ? '' : tryValue(to, values.scopeOf(instance), ''))
      found.push({ field: instance, answer })
    })
  }
  return found
}
