import type { CompiledField, FieldRules, FormLogic } from '../definition/compiled-form.ts'
import { answerKeyOf, setKeysOf } from '../definition/value-keys.ts'
import type { BoundRule } from './bind-rule.ts'

/*
 * A count may depend on itself: 'one more while the last one is not the final flat'. In ODK Collect the surveyor
 * reaches the next occurrence after the questions of the last one. Here all of them are on one page, so such a count
 * grows when the questions that it reads in the last occurrence are answered.
 */

/** For each repeat whose count reads its own number of occurrences: the asked questions in it that the count reads. */
export const pacesOf = (
  { countById, countKeyById }: Pick<FormLogic, 'countById' | 'countKeyById'>,
  fields: readonly CompiledField[],
  rules: readonly FieldRules[],
): ReadonlyMap<string, readonly CompiledField[]> => {
  if (countById.size === 0) return new Map()
  const fieldByKey = new Map(
    fields.flatMap(field => [answerKeyOf(field), ...setKeysOf(field)].map(key => [key, field])),
  )
  const calculateById = new Map(rules.map(({ field, calculate }) => [field.id, calculate]))
  /** Everything that a count reads, also through calculations. */
  const readsOf = (count: BoundRule): ReadonlySet<string> => {
    // A set also visits what is added to it meanwhile.
    const reads = new Set(count.reads)
    for (const key of reads) {
      const field = fieldByKey.get(key)
      for (const more of calculateById.get(field?.id ?? '')?.reads ?? []) reads.add(more)
    }
    return reads
  }
  const paces = new Map<string, readonly CompiledField[]>()
  for (const [id, count] of countById) {
    const reads = readsOf(count)
    if (!reads.has(countKeyById.get(id) ?? '')) continue
    const read = [...reads].flatMap(key => fieldByKey.get(key) ?? [])
    const asked = read.filter(
      ({ repeatId, logic }) => repeatId === id && logic?.calculate === undefined,
    )
    if (asked.length > 0) paces.set(id, [...new Set(asked)])
  }
  return paces
}
