import { maxOccurrences } from '../../../replication/wire/form-repeat.ts'
import type { CompiledField, CompiledForm, FormLogic } from '../definition/compiled-form.ts'
import { slotId } from '../definition/form-shape.ts'
import { tryValue } from './field-state.ts'
import type { LogicValues } from './logic-values.ts'

/** What the counts are worked out from. */
interface CountSource {
  readonly form: CompiledForm
  readonly logic: FormLogic
  readonly values: LogicValues
  readonly isVisible: (field: CompiledField) => boolean
}

/** How many occurrences there should be, by section id; missing where the surveyor decides. */
export const countsOf = (source: CountSource): ReadonlyMap<string, number> =>
  new Map(
    [...source.logic.countById].map(([id, rule]) => {
      const wanted = Math.floor(Number(tryValue(rule, source.values.outside, 0)))
      const count = wanted > 0 ? Math.min(wanted, maxOccurrences) : 0
      return [id, isPaused(id, source) ? Math.min(count, occurrencesOf(id, source).length) : count]
    }),
  )

const occurrencesOf = (id: string, { form }: CountSource): readonly number[] =>
  form.repeats.find(({ sectionId }) => sectionId === id)?.occurrences ?? []

/** Whether a count that depends on itself waits for an answer in the last occurrence. */
const isPaused = (id: string, source: CountSource): boolean => {
  const paces = source.logic.pacesById.get(id)
  const last = occurrencesOf(id, source).at(-1)
  if (paces === undefined || last === undefined) return false
  const asked = paces
    .flatMap(field => source.form.fieldById.get(slotId(field.id, last)) ?? [])
    .filter(source.isVisible)
  return asked.length === 0 || asked.some(field => source.values.get(field) === null)
}
