import type { FieldRules } from '../definition/compiled-form.ts'
import { answerKeyOf } from '../definition/value-keys.ts'

/** The name of a field's current value in its own calculation. */
export const selfKey = '$self'

/** Whether a key is of a value that an interview begins with, and keeps. */
export const isOfBeginning = (key: string): boolean =>
  /^\$(today|start|deviceid|username|email|phonenumber|uuid|random)$/.test(key)

/**
 * The ids of the fields whose calculation reads only what an interview begins with, such as `$start`. Their first value
 * stays, also when a draft is opened again.
 */
export const fixedFields = (
  all: readonly FieldRules[],
  rankById: ReadonlyMap<string, number>,
): ReadonlySet<string> => {
  const rankOf = ({ field }: FieldRules): number => rankById.get(field.id) ?? 0
  const fixedKeys = new Set<string>()
  const fixed = new Set<string>()
  for (const { field, calculate } of [...all].sort((a, b) => rankOf(a) - rankOf(b))) {
    const reads = [...(calculate?.reads ?? [])].filter(key => key !== selfKey)
    if (reads.length === 0 || !reads.every(key => isOfBeginning(key) || fixedKeys.has(key)))
      continue
    fixed.add(field.id)
    fixedKeys.add(answerKeyOf(field))
  }
  return fixed
}
