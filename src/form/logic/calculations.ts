import type { CompiledField, FieldRules } from '../definition/compiled-form.ts'
import { isOfBeginning, selfKey } from './fixed-fields.ts'
import { isSame, tryValue, valueToAnswer, type LogicSource } from './field-state.ts'
import type { Scope } from './logic-values.ts'

/** The calculations of one interview. Each is evaluated only when an answer that it reads has changed. */
interface Calculations {
  /** Evaluates the calculation of a field, if that is necessary and the field is shown. */
  readonly evaluate: (
    field: CompiledField,
    rules: FieldRules | undefined,
    scope: Scope,
    isVisible: boolean,
  ) => void
  /** Has a field evaluated the next time, even if no answer changes. */
  readonly renew: (field: CompiledField) => void
}

/** Values that never cause an evaluation, because they differ each time or never change. */
const isNoCause = (key: string): boolean =>
  isOfBeginning(key) || ['$now', '$end', selfKey].includes(key)

/** Makes the calculations of one interview, none of which has been evaluated. */
export const createCalculations = (source: LogicSource): Calculations => {
  const lastReads = new Map<string, readonly unknown[]>()
  return {
    evaluate: (field, rules, scope, isVisible) => {
      const calculate = rules?.calculate ?? null
      if (calculate === null) return
      const reads = [...calculate.reads].filter(key => !isNoCause(key)).map(key => scope[key])
      const stays = source.stays?.(field, calculate) === true
      if (!stays && !isVisible) return
      const last = lastReads.get(field.id)
      lastReads.set(field.id, reads)
      if (stays || (last !== undefined && last.every((read, n) => isSame(read, reads[n])))) return
      scope[selfKey] = source.answer(field)
      const worked = valueToAnswer(tryValue(calculate, scope, null))
      if (!isSame(worked, source.answer(field))) source.calculated(field, worked)
    },
    renew: ({ id }) => lastReads.delete(id),
  }
}
