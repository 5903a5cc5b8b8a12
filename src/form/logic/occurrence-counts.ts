import { maxOccurrences } from '../../../replication/wire/form/repeat.ts'
import type {
  CompiledField,
  CompiledForm,
  CompiledRepeat,
  FormLogic,
} from '../definition/compiled-form.ts'
import { slotId } from '../definition/form-shape.ts'
import { tryValue } from './field-state.ts'
import type { LogicValues } from './logic-values.ts'

/** What the counts are worked out from. */
interface CountSource {
  readonly form: CompiledForm
  readonly logic: FormLogic
  readonly values: LogicValues
  readonly isAsked: (repeat: CompiledRepeat) => boolean
  readonly isVisible: (field: CompiledField) => boolean
}

/** How many occurrences there should be, by the key of the repeat; missing where the surveyor decides. */
export const countsOf = (source: CountSource): ReadonlyMap<string, number> => {
  const { form, logic, values } = source
  return new Map(
    form.repeats.flatMap(repeat => {
      const rule = logic.countById.get(repeat.sectionId)
      if (rule === undefined) return []
      // A count that depends on itself would begin anew, because the number of a repeat that is not asked is 0.
      if (logic.pacesById.has(repeat.sectionId) && !source.isAsked(repeat))
        return [[repeat.key, repeat.occurrences.length]]
      const wanted = Math.floor(Number(tryValue(rule, values.around(repeat), 0)))
      const count = wanted > 0 ? Math.min(wanted, maxOccurrences) : 0
      const isWaiting = isPaused(repeat, source)
      return [[repeat.key, isWaiting ? Math.min(count, repeat.occurrences.length) : count]]
    }),
  )
}

/** Whether a count that depends on itself waits for an answer in the last occurrence. */
const isPaused = ({ sectionId, occurrences }: CompiledRepeat, source: CountSource): boolean => {
  const paces = source.logic.pacesById.get(sectionId)
  const last = occurrences.at(-1)
  if (paces === undefined || last === undefined) return false
  const asked = paces
    .flatMap(field => source.form.fieldById.get(slotId(field.id, last)) ?? [])
    .filter(source.isVisible)
  return asked.length === 0 || asked.some(field => source.values.get(field) === null)
}
