import type { Rule } from '../../../replication/wire/logic.ts'
import type { CompiledField, FormLogic } from '../definition/compiled-form.ts'
import { placesKeyOf } from '../definition/value-keys.ts'
import type { BoundRule } from './bind-rule.ts'

interface AskingRules extends Pick<FormLogic, 'countKeyById' | 'outerById'> {
  /** The repeat within another whose answers by place a key stands for. */
  readonly nestedByKey: ReadonlyMap<string, string>
  /** The rule that decides whether a repeat is asked, by its section's id; undefined for none. */
  readonly repeatRules: ReadonlyMap<string, Rule | undefined>
}

/** The repeats within others, by the keys of their fields' answers by place. */
export const nestedByPlaces = ({
  fields,
  outerById,
}: Pick<FormLogic, 'outerById'> & {
  readonly fields: readonly CompiledField[]
}): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap(field =>
      field.repeatId !== null && outerById.has(field.repeatId)
        ? [[placesKeyOf(field), field.repeatId] as const]
        : [],
    ),
  )

/**
 * Adds what decides whether repeats are asked to what a rule reads that counts them, because otherwise their number is 0,
 * or that reads their answers by place, because those of the others are left out.
 */
export const withAskingReads = (
  bound: BoundRule,
  { countKeyById, outerById, nestedByKey, repeatRules }: AskingRules,
  bind: (rule: Rule) => BoundRule,
): BoundRule => {
  const reads = new Set(bound.reads)
  const addReads = (sectionId: string): void => {
    const rule = repeatRules.get(sectionId)
    if (rule !== undefined) bind(rule).reads.forEach(key => reads.add(key))
  }
  // A set also visits what is added to it meanwhile.
  for (const key of reads) {
    for (const [id, countKey] of countKeyById) {
      if (countKey !== key && nestedByKey.get(key) !== id) continue
      addReads(id)
      addReads(outerById.get(id) ?? '')
    }
  }
  return { ...bound, reads }
}
